import { JsonList } from '@hzm/services/core/ports/json-list';
import type { Pause } from '@hzm/services/core/ports/slices';

/** Text that is encoded together, in UTF-16 code units: encoding it is no more than a part of a slice. */
const CHUNK_LENGTH = 65_536;
/** Objects within objects whose lists are written item by item: the answer, and its data. */
const DEPTH = 2;

/** An answer's JSON: one text if it is short, otherwise its bytes. */
export type AnswerJson = string | readonly Uint8Array[];

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype && !('toJSON' in value);

/** As JSON.stringify writes an item of a list: null for what has no JSON. */
const jsonOf = (value: unknown): string => JSON.stringify(value) ?? 'null';

/** The JSON of a value in pieces: a list item by item. */
function* piecesOf(value: unknown, depth: number): Generator<string | JsonList> {
  if (value instanceof JsonList) yield value;
  else if (Array.isArray(value)) {
    yield '[';
    for (let i = 0; i < value.length; i++) yield (i === 0 ? '' : ',') + jsonOf(value[i]);
    yield ']';
  } else if (depth > 0 && isPlain(value)) {
    let before = '{';
    for (const [name, member] of Object.entries(value)) {
      // As in JSON, an undefined member is absent.
      if (member === undefined) continue;
      yield `${before}${JSON.stringify(name)}:`;
      yield* piecesOf(member, depth - 1);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  } else yield jsonOf(value);
}

/**
 * The JSON of an answer, made in slices: lists are written item by item, so that no answer stops the thread, however large it is.
 * @param encoding latin1: each character of its texts stands for a byte
 * @throws what `pause` throws
 */
export async function answerJson(answer: object, encoding: 'utf8' | 'latin1', pause: Pause): Promise<AnswerJson> {
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
