import type { Json } from '@hzm/contracts/core/json';
import { bytesOfId, ID_BYTES, idOfBytes, isIdText } from '../../sqlite/id-bytes.ts';

/*
 * Compact JSON: each value starts with a byte that names its kind. Ids, times and base64 are stored
 * as bytes if exactly the same text comes back, small whole numbers as one byte, the rest as JSON.
 */
const AS_JSON = 0;
const ID = 1;
const INSTANT = 2;
const BASE64 = 3;
const TEXT = 4;
/** First byte that is a whole number by itself. */
const NUMBERS = 16;

const INSTANT_FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const BASE64_FORM = /^[A-Za-z0-9+/]{14,}={0,2}$/;

/** Returns bytes that `unpack` refuses, for values that were invalid in their source. */
export const unpackable = (text: string): Buffer =>
  Buffer.concat([Buffer.of(NUMBERS - 1), Buffer.from(text)]);

/** Packs values; undefined counts as null. */
export const pack = (values: readonly (Json | undefined)[]): Buffer =>
  Buffer.concat(values.flatMap(packOne));

function packOne(value: Json | undefined): Buffer[] {
  if (
    typeof value === 'number' &&
    Number.isInteger(value) &&
    value >= 0 &&
    value < 256 - NUMBERS &&
    !Object.is(value, -0)
  )
    return [Buffer.of(NUMBERS + value)];
  if (typeof value !== 'string') return sized(AS_JSON, Buffer.from(JSON.stringify(value ?? null)));
  if (isIdText(value)) return [Buffer.of(ID), bytesOfId(value)];
  if (value.length === 24 && INSTANT_FORM.test(value)) {
    const bytes = Buffer.alloc(7, INSTANT);
    const time = Date.parse(value);
    if (time >= 0 && new Date(time).toISOString() === value)
      return [(bytes.writeUIntBE(time, 1, 6), bytes)];
  }
  if (value.length % 4 === 0 && BASE64_FORM.test(value)) {
    const bytes = Buffer.from(value, 'base64');
    if (bytes.toString('base64') === value) return sized(BASE64, bytes);
  }
  // A lone surrogate has no UTF-8; JSON escapes it.
  return value.isWellFormed()
    ? sized(TEXT, Buffer.from(value))
    : sized(AS_JSON, Buffer.from(JSON.stringify(value)));
}

/** Prefixes bytes with kind and length: seven bits a byte, lowest first. */
function sized(kind: number, bytes: Buffer): Buffer[] {
  const head = [kind];
  let length = bytes.length;
  for (; length > 127; length >>>= 7) head.push((length & 127) | 128);
  head.push(length);
  return [Buffer.from(head), bytes];
}

/**
 * Returns the packed values, or the first `most` of them. @throws RangeError, SyntaxError for other
 * bytes
 */
export function unpack(bytes: Buffer, most = Infinity): Json[] {
  const values: Json[] = [];
  for (let at = 0; at < bytes.length && values.length < most;) {
    const kind = bytes[at++]!;
    if (kind >= NUMBERS) values.push(kind - NUMBERS);
    else if (kind === ID) {
      if (at + ID_BYTES > bytes.length) throw new RangeError('not packed values');
      values.push(idOfBytes(bytes, at));
      at += ID_BYTES;
    } else if (kind === INSTANT) {
      values.push(new Date(bytes.readUIntBE(at, 6)).toISOString());
      at += 6;
    } else {
      let length = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = bytes.readUInt8(at++);
        length |= (byte & 127) << shift;
        if (byte < 128) break;
      }
      const end = at + length;
      if (kind > TEXT || length < 0 || end > bytes.length)
        throw new RangeError('not packed values');
      const text = bytes.toString(kind === BASE64 ? 'base64' : 'utf8', at, end);
      values.push(kind === AS_JSON ? (JSON.parse(text) as Json) : text);
      at = end;
    }
  }
  return values;
}
