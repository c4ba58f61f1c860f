import { rowAdded, rowChanged, rowRemoved, rowRestored } from '@hzm/contracts/features/rows/events';
import { describe, it } from 'vitest';
import { given } from '../../testing/given.ts';
import { addRow, changeRow, removeRow, restoreRow, row } from './row.ts';

const of = { projectId: 'p', tableId: 't', rowId: 'r' };
const added = rowAdded({ ...of, values: { f: 'a', g: 1 } });
const shown = () => 'current';

describe('a row', () => {
  it('is added', () =>
    given(row)
      .when(addRow(of, { f: 'a', g: 1 }))
      .leadsTo(added));
  it('remembers what a change replaced', () =>
    given(row, added)
      .when(changeRow(of, { f: 'b' }, undefined, shown))
      .leadsTo(rowChanged({ ...of, values: { f: 'b' }, before: { f: 'a' } })));
  it('changes only what differs', () =>
    given(row, added)
      .when(changeRow(of, { f: 'a', g: 2 }, undefined, shown))
      .leadsTo(rowChanged({ ...of, values: { g: 2 }, before: { g: 1 } })));
  it('is unchanged by a value whose members come in another order', () =>
    given(row, rowAdded({ ...of, values: { f: { a: 1, b: [2, { c: 3, d: 4 }] } } }))
      .when(changeRow(of, { f: { b: [2, { d: 4, c: 3 }], a: 1 } }, undefined, shown))
      .leadsTo());
  it('merges changes to other fields', () =>
    given(row, added, rowChanged({ ...of, values: { g: 2 }, before: { g: 1 } }))
      .when(changeRow(of, { f: 'b' }, undefined, shown))
      .leadsTo(rowChanged({ ...of, values: { f: 'b' }, before: { f: 'a' } })));
  it('refuses a change of what the caller did not see', () =>
    given(row, added, rowChanged({ ...of, values: { g: 2 }, before: { g: 1 } }))
      .when(changeRow(of, { f: 'b' }, 1, shown))
      .refused('VERSION_MISMATCH'));
  it('is not changed when it is not there', () =>
    given(row)
      .when(changeRow(of, { f: 'b' }, undefined, shown))
      .refused('NOT_FOUND'));
  it('is removed, and then gone', () => {
    given(row, added, rowRemoved({ ...of, before: { f: 'a', g: 1 } }))
      .when(changeRow(of, { f: 'b' }, undefined, shown))
      .refused('NOT_FOUND');
    given(row, added, rowRemoved({ ...of, before: { f: 'a', g: 1 } }))
      .when(removeRow(of, undefined, shown))
      .refused('NOT_FOUND');
    given(row)
      .when(removeRow(of, undefined, shown))
      .refused('NOT_FOUND');
  });
  it('is not removed by who saw an older version', () =>
    given(row, added)
      .when(removeRow(of, 7, shown))
      .refused('VERSION_MISMATCH'));
  it('is restored: gets the values again that differ', () =>
    given(row, added, rowChanged({ ...of, values: { f: 'b' }, before: { f: 'a' } }))
      .when(restoreRow(of, { values: { f: 'a', g: 1 }, unwritten: {} }, undefined, shown))
      .leadsTo(rowChanged({ ...of, values: { f: 'a' }, before: { f: 'b' } })));
  it('is restored after its removal, as a version of its own', () => {
    const removed = rowRemoved({ ...of, before: { f: 'a', g: 1 } });
    const restored = rowRestored({
      ...of,
      values: { f: 'a' },
      version: 3,
      createdAt: '2026-01-01T00:00:00.000Z',
    });
    given(row, added, removed)
      .when(restoreRow(of, { values: { f: 'a' }, unwritten: {} }, undefined, shown))
      .leadsTo(restored);
    given(row, added, removed, restored)
      .when(changeRow(of, { f: 'b' }, 1, shown))
      .refused('VERSION_MISMATCH');
    given(row)
      .when(restoreRow(of, { values: { f: 'a' }, unwritten: {} }, undefined, shown))
      .refused('NOT_FOUND');
  });
});
