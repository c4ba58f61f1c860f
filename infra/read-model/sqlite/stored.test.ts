import { newId } from '@hzm/contracts/core/ids';
import { positionOf } from '@hzm/contracts/core/position';
import { equalKey } from '@hzm/services/core/ports/value';
import { expect, test } from 'vitest';
import { idOfStored, storedEqual, storedEqualKey, storedId, type Stored } from './stored.ts';

const kept = (id: string): Stored => {
  const stored = storedId(id);
  return (typeof stored === 'bigint' ? Number(stored) : stored) as Stored;
};

test('ids round-trip: UUIDs, positions, both combined, and others', () => {
  const uuid = newId();
  const positions = [0, 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER].map(
    positionOf,
  );
  for (const id of [
    uuid,
    uuid.toUpperCase(),
    'x',
    '',
    ...positions,
    ...positions.map(position => `${position}-${uuid}`),
    `${'9'.repeat(20)}-${uuid}`,
  ])
    expect(idOfStored(kept(id))).toBe(id);
});

test('a position and an id are stored as 8 and 16 big-endian bytes', () => {
  const uuid = newId();
  const n = 2 ** 32 + 258;
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(n));
  expect(storedId(`${positionOf(n)}-${uuid}`)).toEqual(
    Buffer.concat([bytes, Buffer.from(uuid.replaceAll('-', ''), 'hex')]),
  );
});

test('a value compared for equality is stored like its key', () => {
  for (const value of [
    newId(),
    newId().toUpperCase(),
    'Ağaç',
    '',
    12,
    1.5,
    true,
    null,
    undefined,
    { amount: 3 },
    [1],
  ])
    expect(storedEqual(value)).toEqual(storedEqualKey(equalKey(value)));
});
