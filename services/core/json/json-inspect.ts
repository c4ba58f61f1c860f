import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from './bytes.ts';

/** Maximum nesting of incoming JSON. */
export const MAX_DEPTH = 32;
/** Maximum names and values of incoming JSON. */
export const MAX_PARTS = 20_000;
/** Maximum distinct names in incoming rows with more names and values than that. */
export const MAX_DIFFERENT_NAMES = 5_000;
export const PROTOTYPE = '__proto__';
/** Each letter may be escaped as `\u005f`. */
const MAX_PROTOTYPE_BYTES = PROTOTYPE.length * 6;

/**
 * Inspects JSON before it is parsed. `parts` counts names and values, an empty array or object as
 * two; `namesPrototype` tells whether a member is named `__proto__` in any escaping.
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
  /** Start and end of the last text, without its quotes. */
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

/** Whether the members of a JSON text have at most `max` distinct names. */
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

/** Parses JSON in UTF-8; undefined if invalid. */
export function valueOfJson(json: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(json));
  } catch {
    return undefined;
  }
}
