import type { Json } from '@hzm/contracts/core/json';
import { isPosition, type Position, positionOf } from '@hzm/contracts/core/position';
import { equalKey, type Key, orderKey, TEXT } from '@hzm/services/core/ports/value';
import { DamagedFile } from '../../sqlite/damage.ts';
import { bytesOfId, ID_BYTES, idOfBytes, isIdText } from '../../sqlite/id-bytes.ts';
import type { Param } from './statements.ts';

/*
 * Stored form of values: ids as 16 bytes, positions and whole numbers as integers, the rest
 * unchanged. Within a column, stored values are equal exactly if their keys are, and ordered
 * columns keep the order of keys.
 */

/** A value that SQLite returns if not null. */
export type Stored = number | string | Uint8Array;

/**
 * Stores an ordered key. A whole number as an integer takes at most seven bytes, mostly one or two,
 * instead of eight.
 */
export const storedKey = (key: Key): Param => (Number.isSafeInteger(key) ? BigInt(key!) : key);

/** Stores a key that is only compared for equality. */
export const storedEqualKey = (key: Key): Param =>
  typeof key === 'string' && key.startsWith(TEXT) && isIdText(key.slice(TEXT.length))
    ? bytesOfId(key.slice(TEXT.length))
    : storedKey(key);

/** Stores the equality key of a value. An id is its own key. */
export const storedEqual = (value: Json | undefined): Param =>
  typeof value === 'string' && isIdText(value) ? bytesOfId(value) : storedEqualKey(equalKey(value));

/**
 * Returns a value with this equality key, the original or an equal one; undefined unless text or
 * number.
 */
export function valueOfEqualKey(stored: Stored): Json | undefined {
  if (typeof stored === 'string')
    return stored.startsWith(TEXT) ? stored.slice(TEXT.length) : undefined;
  return typeof stored === 'number' ? stored : idOfBytes(stored);
}

/**
 * Returns the key of a member that holds only positions; values beyond safe integers sort after all
 * others.
 */
function positionKey(value: Json | undefined): Key {
  if (typeof value !== 'string') return orderKey(value);
  return isPosition(value) && Number.isSafeInteger(Number(value)) ? Number(value) : TEXT + value;
}

export const storedPosition = (position: Json | undefined): Param =>
  storedKey(positionKey(position));

export const valueOfPosition = (stored: Stored): Position =>
  typeof stored === 'number' ? positionOf(stored) : (String(stored).slice(TEXT.length) as Position);

const MOMENT_LENGTH = 24;

/** Stores a canonical timestamp in milliseconds; other values sort after all timestamps. */
export function storedMoment(value: Json | undefined): Param {
  if (typeof value !== 'string') return storedKey(orderKey(value));
  const at = value.length === MOMENT_LENGTH ? Date.parse(value) : NaN;
  return Number.isNaN(at) ? TEXT + value : BigInt(at);
}

const POSITION_LENGTH = 20;
const POSITION_BYTES = 8;
const BEHIND_POSITION = POSITION_LENGTH + 1;

/** Stores a document's id: a UUID, a position, both (`<position>-<UUID>`), or any other text. */
export function storedId(id: string): Param {
  if (isIdText(id)) return bytesOfId(id);
  const start = id.slice(0, POSITION_LENGTH);
  if (!isPosition(start) || !Number.isSafeInteger(Number(start))) return id;
  if (id.length === POSITION_LENGTH) return BigInt(start);
  const end = id.slice(BEHIND_POSITION);
  if (id[POSITION_LENGTH] !== '-' || !isIdText(end)) return id;
  const bytes = Buffer.alloc(POSITION_BYTES + ID_BYTES);
  // Two 32-bit writes of a safe integer are many times faster than a BigInt.
  bytes.writeUInt32BE(Math.floor(Number(start) / 2 ** 32));
  bytes.writeUInt32BE(Number(start) % 2 ** 32, 4);
  bytes.set(bytesOfId(end), POSITION_BYTES);
  return bytes;
}

/** @throws DamagedFile */
export function idOfStored(stored: Stored): string {
  if (typeof stored === 'string') return stored;
  if (typeof stored === 'number') return positionOf(stored);
  if (stored.length === ID_BYTES) return idOfBytes(stored);
  if (stored.length !== POSITION_BYTES + ID_BYTES)
    throw new DamagedFile('an id in the file is none');
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
  return `${positionOf(bytes.readBigUInt64BE())}-${idOfBytes(bytes, POSITION_BYTES)}`;
}
