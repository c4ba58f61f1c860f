import { Problem } from '@hzm/contracts/core/problem';
import {
  rowsAdded,
  rowsChanged,
  rowsRemoved,
  rowsRestored,
} from '@hzm/contracts/features/rows/events';
import type { Cells } from '@hzm/contracts/features/rows/row';
import { busy, countingTurns } from '@hzm/services/core/testing/turns';
import { describe, expect, it } from 'vitest';
import {
  addRows,
  changeRows,
  each,
  eachInSlices,
  removeRows,
  restoreRows,
  type Found,
} from './bulk.ts';

const of = { projectId: 'p', tableId: 't' };
const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `r${i}`, values: { f: i } }));
const kept = (
  id: string,
  values: Cells,
  more: { version?: number; revision?: number } = {},
): Found => ({
  id,
  revision: more.revision ?? 0,
  state: {
    kind: 'kept',
    values,
    version: more.version ?? 1,
    createdAt: '',
    updatedAt: '',
    createdBy: null,
    updatedBy: null,
  },
});
const gone: Found = {
  id: 'x',
  revision: 3,
  state: { kind: 'removed', version: 2, createdAt: '', createdBy: null },
};
const change = (values: readonly Cells[], versions: readonly number[] = []) =>
  changeRows(of, values, versions, ({ id }) => id);

describe('a batch', () => {
  it('adds rows', () =>
    expect(addRows(of, rows(2))).toEqual([rowsAdded({ ...of, rows: rows(2) })]));
  it('puts at most 500 rows into an event', () =>
    expect(addRows(of, rows(501))).toEqual([
      rowsAdded({ ...of, rows: rows(500) }),
      rowsAdded({ ...of, rows: rows(501).slice(500) }),
    ]));
  it('remembers what changes replaced and where the rows are held, and changes only what differs', () => {
    const found = [
      kept('a', { f: 1, g: 2 }, { revision: 4 }),
      kept('b', { f: 1 }),
      kept('c', {}, { revision: -1 }),
    ];
    expect(change([{ f: 1, g: 3 }, { f: 1 }, { f: 0 }])(found)).toEqual([
      rowsChanged({
        ...of,
        rows: [
          { id: 'a', revision: 5, values: { g: 3 }, before: { g: 2 } },
          { id: 'c', revision: 0, values: { f: 0 }, before: { f: null } },
        ],
      }),
    ]);
  });
  it('changes nothing when everything is so already', () =>
    expect(change([{ f: 1 }])([kept('a', { f: 1 })])).toEqual([]));
  it('is refused with all rows that are not at the version that was seen', () =>
    expect(
      change(
        [{ f: 2 }, { f: 2 }, { f: 2 }],
        [1, 1],
      )([kept('a', {}), kept('b', {}, { version: 2 }), kept('c', {}, { version: 7 })]),
    ).toMatchObject({ code: 'VERSION_MISMATCH', data: { current: ['b'] } }));
  it('removes rows and remembers them', () =>
    expect(removeRows(of)([kept('a', { f: 0 })])).toEqual([
      rowsRemoved({ ...of, rows: [{ id: 'a', before: { f: 0 } }] }),
    ]));
  it('brings removed rows back as they were, and leaves those that are there', () => {
    const found = [kept('a', { f: 1 }), { ...gone, last: { f: 2 } }];
    expect(restoreRows(of, last => last)(found)).toEqual([
      rowsRestored({
        ...of,
        rows: [{ id: 'x', revision: 4, values: { f: 2 }, version: 3, createdAt: '' }],
      }),
    ]);
    expect(restoreRows(of, last => last)([kept('a', {})])).toEqual([]);
  });
  it('brings back none when one never was, or does not fit any more', () => {
    const never: Found = { id: 'n', revision: -1, state: { kind: 'none' } };
    expect(restoreRows(of, last => last)([{ ...gone, last: {} }, never, gone])).toMatchObject({
      code: 'NOT_FOUND',
      details: [{ path: 'restores.1' }, { path: 'restores.2' }],
    });
    const refuse = (): never => {
      throw new Problem('VALIDATION_ERROR', {
        details: [{ path: 'ad', message: { key: 'value-required' } }],
      });
    };
    expect(() => restoreRows(of, refuse)([kept('a', {}), { ...gone, last: {} }])).toThrow(
      expect.objectContaining({
        details: [{ path: 'restores.1.ad', message: { key: 'value-required' } }],
      }),
    );
  });
  it('is refused with all rows that are not there', () => {
    expect(change([{}, {}], [1, 9])([kept('a', {}), gone])).toMatchObject({
      code: 'NOT_FOUND',
      details: [{ path: 'updates.1.id' }],
    });
    expect(
      removeRows(of)([gone, kept('a', {}), { ...gone, state: { kind: 'none' } }]),
    ).toMatchObject({ code: 'NOT_FOUND', details: [{ path: 'deletes.0' }, { path: 'deletes.2' }] });
  });
});

describe('judging each', () => {
  const judge = (n: number) => {
    if (n < 0)
      throw new Problem('VALIDATION_ERROR', {
        details: [{ path: 'stok', message: { key: 'value-too-small' } }],
      });
    return n * 2;
  };
  it('keeps what is right', () => expect(each([1, 2], String, judge)).toEqual([2, 4]));
  it('names all that is wrong', () => {
    expect(() => each([1, -2, -3], i => `rows.${i}`, judge)).toThrow(
      expect.objectContaining({
        details: [
          { path: 'rows.1.stok', message: { key: 'value-too-small' } },
          { path: 'rows.2.stok', message: { key: 'value-too-small' } },
        ],
      }),
    );
  });
  it('lets every other failure through', () => {
    expect(() =>
      each([1], String, () => {
        throw new Error('disk');
      }),
    ).toThrow('disk');
  });
  it('takes a turn of the event loop for each row that takes a slice', async () => {
    const slow = (n: number) => {
      busy(5);
      return judge(n);
    };
    const turns = countingTurns(async turn => {
      expect(await eachInSlices([1, 2, 3, 4], String, slow)).toEqual([2, 4, 6, 8]);
      return turn();
    });
    expect(await turns).toBeGreaterThanOrEqual(3);
  });
});
