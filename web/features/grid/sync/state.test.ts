import type { Changes, WireChange } from '@hzm/contracts/core/realtime';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { withEdits } from '../model/op.ts';
import { idAt } from '../model/page-index.ts';
import type { Row } from '../model/row.ts';
import { viewOf } from '../model/view.ts';
import {
  initialGrid,
  withChanges,
  withReadError,
  withReadPage,
  withTable,
  withView,
} from './state.ts';

const row = (id: string, version = 1): Row => ({
  id,
  created_at: '',
  updated_at: '',
  _version: version,
});
const page = (...ids: string[]) => ({ rows: ids.map(id => row(id)), total: ids.length });
const none = (): readonly string[] => [];
const current = { isCurrent: true, retained: none };
const shown = withReadPage(
  withView(initialGrid([]), { limit: 2 }, none),
  1,
  page('a', 'b'),
  current,
);
const change = (id: string, op: WireChange['op'], requestId = 'theirs'): WireChange => ({
  op,
  kind: 'row',
  id,
  version: op === 'put' ? 1 : 2,
  actor: { id: 'y', name: 'Ayşe' },
  requestId,
  ...(op === 'patch' && { patch: { ad: 'x' } }),
  ...(op === 'put' && { doc: {} }),
});
const message = (...changes: WireChange[]): Changes => ({
  topic: 't',
  position: '1',
  at: 'then',
  changes,
});
const context = { view: viewOf({}), ownRequests: new Set(['mine']), retained: none, now: 7 };

describe('a grid', () => {
  it('is ready with the page that was read, which stays in doubt when it was invalidated meanwhile', () => {
    expect(shown).toMatchObject({ status: 'ready', error: null });
    expect([idAt(shown.places, 0), idAt(shown.places, 1), shown.places.stale.size]).toEqual([
      'a',
      'b',
      0,
    ]);
    expect(
      withReadPage(shown, 1, page('a', 'b'), { ...current, isCurrent: false }).places.stale.size,
    ).toBe(1);
  });

  it('does not place a row that was removed meanwhile', () => {
    const removed = withChanges(shown, [message(change('a', 'drop'))], context).grid;
    expect(withReadPage(removed, 1, page('a', 'b'), current).places.pages.get(1)).toEqual(['b']);
  });

  it('keeps the rows that are here when a page cannot be read, until another one can', () => {
    const offline = new ApiError(0, 'NETWORK_ERROR', '');
    const refused = new ApiError(403, 'FORBIDDEN', '');
    const without = withReadError(shown, 7, offline);
    expect(without).toEqual({ ...shown, unread: new Map([[7, offline]]) });
    expect(withReadPage(without, 1, page('a', 'b'), current).unread.size).toBe(0);
    expect(withReadError(initialGrid([]), 1, offline)).toMatchObject({
      status: 'error',
      error: offline,
    });
    expect(withReadError(shown, 1, refused)).toMatchObject({ status: 'error', error: refused });
  });

  it('is the same when its table is', () => {
    expect(withTable(shown, table => table)).toBe(shown);
  });

  it('forgets with another view what is not shown, but not what is retained or still to be sent', () => {
    const { rows } = shown.table;
    const edited = withTable(withReadPage(shown, 1, page('a', 'b', 'c'), current), table => ({
      ...table,
      rows: new Map([...rows, ['c', row('c')]]),
      ops: withEdits([], [{ rowId: 'a', field: 'ad', value: 'x', was: null }], () => 'op'),
    }));
    const other = withView(edited, { limit: 5 }, () => ['b']);
    expect(other).toMatchObject({ status: 'loading', places: { size: 5, total: null } });
    expect([...other.table.rows.keys()]).toEqual(['a', 'b']);
  });

  it('tells of the others, not of its own requests', () => {
    expect(
      withChanges(shown, [message(change('a', 'patch', 'mine'))], context).grid.activity,
    ).toBeNull();
    const next = withChanges(
      shown,
      [message(change('a', 'patch')), message(change('b', 'patch', 'mine'))],
      context,
    );
    expect(next.grid.activity).toMatchObject({ who: 'Ayşe', what: 'patch', field: 'ad', count: 1 });
    expect(next.reload).toBe('no');
  });

  it('puts a new row first, and is read again later', () => {
    const { grid, reload } = withChanges(shown, [message(change('c', 'put'))], context);
    expect([idAt(grid.places, 0), idAt(grid.places, 1), reload]).toEqual(['c', 'a', 'later']);
  });

  it('prunes rows that no page shows only when they are many', () => {
    const crowd = (count: number) =>
      withTable(shown, table => ({
        ...table,
        rows: new Map([
          ...table.rows,
          ...Array.from({ length: count }, (_, at) => [`x${at}`, row(`x${at}`)] as const),
        ]),
      }));
    const after = (count: number) =>
      withChanges(crowd(count), [message(change('a', 'patch'))], {
        ...context,
        retained: () => ['x1'],
      }).grid.table.rows;
    expect(after(2_000).size).toBe(2_002);
    expect([...after(2_001).keys()]).toEqual(['a', 'b', 'x1']);
    const read = withReadPage(crowd(2_001), 1, page('a', 'b'), current);
    expect([...read.table.rows.keys()], 'also by scrolling alone').toEqual(['a', 'b']);
  });
});
