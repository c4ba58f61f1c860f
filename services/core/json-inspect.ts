const [QUOTE, BACKSLASH, COLON, COMMA, OPEN_ARRAY, OPEN_OBJECT, CLOSE_ARRAY, CLOSE_OBJECT] =
  Buffer.from('"\\:,[{]}') as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];

/** How deep arrays and objects may stand in one another in what comes from outside. */
export const MAX_DEPTH = 32;
/** Names and values of a JSON text that comes from outside. */
export const MAX_PARTS = 20_000;
/**
 * Different names of rows that come from outside, where they have more names and values than that.
 */
export const MAX_DIFFERENT_NAMES = 5_000;
export const PROTOTYPE = '__proto__';
/** Each of its letters may be written as `\u005f`. */
const MAX_PROTOTYPE_BYTES = PROTOTYPE.length * 6;

/**
 * Inspects a JSON text before it is parsed. `depth`: how deep arrays and objects stand in one
 * another; `parts`: its names and values, an empty array or object counted as two;
 * `namesPrototype`: whether a member is named `__proto__`, however that is written.
 */
export function inspect(json: Uint8Array): {
  readonly depth: number;
  readonly parts: number;
  readonly namesPrototype: boolean;
} {
  let depth = 0;
  let deepest = 0;
  let parts = 1;
  let namesPrototype = false;
  /** Where the last text began and ended, behind and at its quotes. */
  let [from, end] = [-1, -1];
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) {
      from = at + 1;
      for (at = from; at < json.length && json[at] !== QUOTE; at++)
        if (json[at] === BACKSLASH) at++;
      end = at;
    } else if (byte === COLON) {
      parts++;
      namesPrototype ||=
        end - from >= PROTOTYPE.length &&
        end - from <= MAX_PROTOTYPE_BYTES &&
        isPrototype(json.subarray(from, end));
    } else if (byte === COMMA) parts++;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      parts++;
      deepest = Math.max(deepest, ++depth);
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--;
  }
  return { depth: deepest, parts, namesPrototype };
}

/** Whether the members of a JSON text have no more than `max` different names. */
export function namesAtMost(json: Buffer, max: number): boolean {
  const names = new Set<string>();
  let [from, end] = [-1, -1];
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) {
      from = at + 1;
      for (at = from; at < json.length && json[at] !== QUOTE; at++)
        if (json[at] === BACKSLASH) at++;
      end = at;
    } else if (byte === COLON && names.add(json.toString('latin1', from, end)).size > max)
      return false;
  }
  return true;
}

function isPrototype(name: Uint8Array): boolean {
  const text = Buffer.from(name).toString();
  if (!text.includes('\\')) return text === PROTOTYPE;
  try {
    return JSON.parse(`"${text}"`) === PROTOTYPE;
  } catch {
    return false;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The value of a JSON text in UTF-8; undefined: it is none. */
export function valueOfJson(json: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(json));
  } catch {
    return undefined;
  }
}
