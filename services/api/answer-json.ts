import { JsonList } from '@hzm/services/core/ports/json-list';
import type { Pause } from '@hzm/services/core/ports/slices';

/** UTF-16 code units encoded at once, which takes only a part of a slice. */
const CHUNK_LENGTH = 65_536;
/** Items written at once after a short piece; an item has at most about 1 MiB. */
const TOGETHER = 8;
/** Depth of objects whose lists are written in pieces: the answer and its data. */
const DEPTH = 2;

/** JSON of an answer: one text if short, else its bytes. */
export type AnswerJson = string | readonly Uint8Array[];

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  !('toJSON' in value);

/** Yields the JSON of a list in pieces of a few items. */
function* piecesOfList(items: readonly unknown[]): Generator<string> {
  for (let from = 0, many = 1; from < items.length;) {
    const piece = JSON.stringify(items.slice(from, from + many)).slice(1, -1);
    yield from === 0 ? piece : `,${piece}`;
    from += many;
    many = piece.length < CHUNK_LENGTH ? TOGETHER : 1;
  }
}

/** Yields the JSON of a value in pieces. */
function* piecesOf(value: unknown, depth: number): Generator<string | JsonList> {
  if (value instanceof JsonList) yield value;
  else if (Array.isArray(value)) {
    yield '[';
    yield* piecesOfList(value);
    yield ']';
  } else if (depth > 0 && isPlain(value)) {
    let before = '{';
    for (const [name, member] of Object.entries(value)) {
      // JSON omits undefined members.
      if (member === undefined) continue;
      yield `${before}${JSON.stringify(name)}:`;
      yield* piecesOf(member, depth - 1);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  } else yield JSON.stringify(value) ?? 'null';
}

/**
 * Encodes an answer in slices, so that no answer blocks the thread, however large it is.
 * @param encoding latin1 if each character of its texts stands for a byte
 * @throws errors of `pause`
 */
export async function answerJson(
  answer: object,
  encoding: 'utf8' | 'latin1',
  pause: Pause,
): Promise<AnswerJson> {
  const chunks: Uint8Array[] = [];
  let text = '';
  const encode = (): void => {
    if (text !== '') chunks.push(Buffer.from(text, encoding));
    text = '';
  };
  for (const piece of piecesOf(answer, DEPTH)) {
    if (piece instanceof JsonList) {
      encode();
      chunks.push(...piece.bytes);
    } else text += piece;
    if (text.length < CHUNK_LENGTH) continue;
    encode();
    await pause();
  }
  if (chunks.length === 0) return text;
  encode();
  return chunks;
}
