import type { Doc } from '@hzm/contracts/core/change';
import type { Event } from '@hzm/contracts/core/event';
import { positionOf } from '@hzm/contracts/core/position';
import { rowChanged } from '@hzm/contracts/features/rows/events';
import { expect, it } from 'vitest';
import type { DocumentReader } from '../../../core/ports/read-model.ts';
import { RowNames } from './row-names.ts';

/** A table with a text field `f`, a number `n`, and rows of this size. */
function tableOf(bytes: number): { readonly names: RowNames; readonly reads: string[] } {
  const reads: string[] = [];
  const get = ({ name }: { readonly name: string }, id: string): Promise<Doc> => {
    if (name === 'tables')
      return Promise.resolve({
        id,
        order: [],
        fields: {
          f: { id: 'f', name: 'ad', type: 'string', isHidden: false },
          n: { id: 'n', name: 'stok', type: 'number', isHidden: false },
        },
      });
    reads.push(id);
    return Promise.resolve({ id, values: { f: `row ${id} ${'x'.repeat(bytes)}` } });
  };
  return { names: new RowNames({ model: { get } as unknown as DocumentReader }), reads };
}
const changed = (rowId: string, values = {}, before = {}): Event => {
  const { type, data } = rowChanged({ projectId: 'p', tableId: 't', rowId, values, before });
  return {
    id: rowId,
    type,
    stream: 's',
    revision: 0,
    position: positionOf(1),
    meta: { at: '2026-01-01T00:00:00.000Z', actor: 'a', request: 'r' },
    data,
    erased: false,
    bytes: 100,
  };
};

it("RowNames takes a row's name from the event without a read", async () => {
  const { names, reads } = tableOf(0);
  expect(await names.of(changed('r', { f: ' Çay\n demi ' }))).toEqual({
    id: 'r',
    name: 'Çay demi',
  });
  expect(await names.of(changed('r', { n: 2 }, { f: 'Kahve' }))).toEqual({
    id: 'r',
    name: 'Kahve',
  });
  expect(reads).toEqual([]);
});

it('RowNames reads the current name once if the event lacks it', async () => {
  const { names, reads } = tableOf(0);
  expect((await names.of(changed('r', { n: 2 })))?.name).toBe('row r');
  expect((await names.of(changed('r', { n: 3 })))?.name).toBe('row r');
  expect(reads).toEqual(['r']);
});

it('RowNames stops reading at its byte limit, so that many changes of large rows cost no more than a few', async () => {
  const { names, reads } = tableOf(300_000);
  const named = [];
  for (let i = 0; i < 50; i++)
    named.push((await names.of(changed(`r${i}`, { n: i })))!.name !== '');
  expect(reads.length).toBeLessThan(6);
  expect(named.slice(0, 3)).toEqual([true, true, true]);
  expect(named.at(-1)).toBe(false);
  expect(
    (await names.of(changed('later', { f: 'Çay' })))?.name,
    'what events say costs nothing',
  ).toBe('Çay');
});
