import type { Event } from '@hzm/contracts/core/event';
import { positionOf } from '@hzm/contracts/core/position';
import { rowAdded, rowChanged, rowRestored } from '@hzm/contracts/features/rows/events';
import { expect, it } from 'vitest';
import { payloadOf } from './payload.ts';

const AT = '2026-11-27T10:00:00.000Z';
const BY = '0197f3a2-6c1e-7d40-8b52-3e9a1c7d5f60';
const FIRST = '0197f3a2-6c1e-7d40-8b52-3e9a1c7d5f61';
const table = {
  id: 't',
  name: 'İşler',
  fields: {
    a: { id: 'a', name: 'ad', type: 'string' },
    c: { id: 'c', name: 'eklendi', type: 'created_at' },
    u: { id: 'u', name: 'değişti', type: 'updated_at' },
    b: { id: 'b', name: 'ekleyen', type: 'created_by' },
    w: { id: 'w', name: 'değiştiren', type: 'updated_by' },
  },
};
const model = { get: async () => table } as unknown as Parameters<typeof payloadOf>[0]['model'];
const toldOf = async (type: string, data: object, actor = BY): Promise<unknown> => {
  const event = {
    id: 'e',
    type,
    position: positionOf(1),
    meta: { at: AT, actor },
    data: { projectId: 'p', tableId: 't', rowId: 'r', ...data },
  } as unknown as Event;
  return JSON.parse((await payloadOf({ model }, event)).body).data.rows;
};

it('tells the times and authors of an added row in the fields that show them, of a changed one the last', async () => {
  expect(await toldOf(rowAdded.type, { values: { a: 'x' } })).toEqual([
    { id: 'r', values: { ad: 'x', eklendi: AT, değişti: AT, ekleyen: BY, değiştiren: BY } },
  ]);
  expect(await toldOf(rowAdded.type, { values: { a: 'x' } }, 'link:l')).toMatchObject([
    { values: { ekleyen: null, değiştiren: null } },
  ]);
  const back = { values: { a: 'x' }, version: 3, createdAt: AT, createdBy: FIRST };
  expect(await toldOf(rowRestored.type, back)).toMatchObject([
    { values: { ekleyen: FIRST, değiştiren: BY } },
  ]);
  expect(await toldOf(rowChanged.type, { values: { a: 'y' }, before: { a: 'x' } })).toEqual([
    { id: 'r', values: { ad: 'y', değişti: AT, değiştiren: BY }, before: { ad: 'x' } },
  ]);
});
