import { rowsAdded, rowsChanged, rowsRemoved, rowsRestored } from '@hzm/contracts/features/rows/events';
import type { Cells } from '@hzm/contracts/features/rows/row';
import { Problem } from '@hzm/contracts/core/problem';
import { describe, expect, it } from 'vitest';
import { given } from '../../testing/given.ts';
import { addRows, batch, changeRows, each, removeRows, restoreRows } from './bulk.ts';

const of = { projectId: 'p', tableId: 't' };
const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `r${i}`, values: { f: i } }));

const changes: readonly { id: string; now: Cells; values: Cells }[] = [{ id: 'a', now: { f: 1, g: 2 }, values: { f: 1, g: 3 } }, { id: 'b', now: { f: 1 }, values: { f: 1 } }, { id: 'c', now: {}, values: { f: 0 } }];

describe('a batch', () => {
  it('adds rows', () => given(batch).when(addRows(of, () => rows(2))).leadsTo(rowsAdded({ ...of, rows: rows(2) })));
  it('puts at most 500 rows into an event', () => given(batch).when(addRows(of, () => rows(501))).leadsTo(rowsAdded({ ...of, rows: rows(500) }), rowsAdded({ ...of, rows: rows(501).slice(500) })));
  it('remembers what changes replaced, and changes only what differs', () =>
    given(batch)
      .when(changeRows(of, () => changes))
      .leadsTo(rowsChanged({ ...of, rows: [{ id: 'a', values: { g: 3 }, before: { g: 2 } }, { id: 'c', values: { f: 0 }, before: { f: null } }] })));
  it('changes nothing when everything is so already', () => given(batch).when(changeRows(of, () => [{ id: 'a', now: { f: 1 }, values: { f: 1 } }])).leadsTo());
  it('removes rows and remembers them', () => given(batch).when(removeRows(of, () => rows(1))).leadsTo(rowsRemoved({ ...of, rows: [{ id: 'r0', before: { f: 0 } }] })));
  it('brings rows back as the versions that they come back as', () => given(batch).when(restoreRows(of, () => [{ id: 'r0', values: { f: 0 }, version: 3, createdAt: 'then' }])).leadsTo(rowsRestored({ ...of, rows: [{ id: 'r0', values: { f: 0 }, version: 3, createdAt: 'then' }] })));
  it('is written once, and judged no more then', () => {
    const never = () => {
      throw new Error('judged');
    };
    for (const again of [addRows(of, never), changeRows(of, never), removeRows(of, never), restoreRows(of, never)]) given(batch, rowsAdded({ ...of, rows: [] })).when(again).leadsTo();
  });
});

describe('judging each', () => {
  const judge = (n: number) => {
    if (n < 0) throw new Problem('VALIDATION_ERROR', { details: [{ path: 'stok', message: { key: 'value-too-small' } }] });
    return n * 2;
  };
  it('keeps what is right', () => expect(each([1, 2], String, judge)).toEqual([2, 4]));
  it('names all that is wrong', () => {
    expect(() => each([1, -2, -3], i => `rows.${i}`, judge)).toThrow(expect.objectContaining({ details: [{ path: 'rows.1.stok', message: { key: 'value-too-small' } }, { path: 'rows.2.stok', message: { key: 'value-too-small' } }] }));
  });
  it('lets every other failure through', () => {
    expect(() => each([1], String, () => { throw new Error('disk'); })).toThrow('disk');
  });
});
