import type { Event } from '@hzm/contracts/core/event';
import { positionOf } from '@hzm/contracts/core/position';
import { rowAdded, rowChanged } from '@hzm/contracts/features/rows/events';
import { expect, it } from 'vitest';
import { payloadOf } from './payload.ts';

const AT = '2026-11-27T10:00:00.000Z';
const table = {
  id: 't',
  name: 'İşler',
  fields: {
    a: { id: 'a', name: 'ad', type: 'string' },
    c: { id: 'c', name: 'eklendi', type: 'created_at' },
    u: { id: 'u', name: 'değişti', type: 'updated_at' },
  },
};
const model = { get: async () => table } as unknown as Parameters<typeof payloadOf>[0]['model'];
const toldOf = async (type: string, data: object): Promise<unknown> => {
  const event = {
    id: 'e',
    type,
    position: positionOf(1),
    meta: { at: AT, actor: 'person' },
    data: { projectId: 'p', tableId: 't', rowId: 'r', ...data },
  } as unknown as Event;
  return JSON.parse((await payloadOf({ model }, event)).body).data.rows;
};

it('tells the times of an added row in the fields that show them, of a changed one the last', async () => {
  expect(await toldOf(rowAdded.type, { values: { a: 'x' } })).toEqual([
    { id: 'r', values: { ad: 'x', eklendi: AT, değişti: AT } },
  ]);
  expect(await toldOf(rowChanged.type, { values: { a: 'y' }, before: { a: 'x' } })).toEqual([
    { id: 'r', values: { ad: 'y', değişti: AT }, before: { ad: 'x' } },
  ]);
});
