// @vitest-environment jsdom
import { memberOf } from '@hzm/contracts/core/json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyMembership } from './arrivals.ts';
import { intentOf, type Key } from './keymap.ts';
import { addOf, nextOf, withEdits, withRemove, type CellEdit, type Op } from './op.ts';
import { keep, keptOps } from './outbox-storage.ts';
import { noPlaces } from './page-index.ts';
import { pageButtons, pagesOf } from './pages.ts';
import { emptyTable, applyUpdates } from './reconcile.ts';
import { sending, applyResult } from './resolve.ts';
import { toRowView, toRowViews, unplaced } from './row-view.ts';
import { same, valueOf, type Row } from './row.ts';
import { sortedToo, sortingOf, sortingText, toggled, toggledToo, without } from './sorting.ts';
import { filteredBy, searchOf, sortedBy, viewOf } from './view.ts';
import { fits } from './where.ts';

const row = (id: string, values: Record<string, string> = {}): Row => ({
  id,
  created_at: '',
  updated_at: '',
  _version: 1,
  ...values,
});
const withEdit = (ops: readonly Op[], id: string, one: CellEdit): readonly Op[] =>
  withEdits(ops, [one], () => id);
const edit = (
  ops: readonly Op[],
  id: string,
  field: string,
  value: string,
  was = 'a',
): readonly Op[] => withEdit(ops, id, { rowId: 'r', field, value, was });

describe('ops', () => {
  it('an unsent edit of a cell is replaced, and forgotten when the old value comes back', () => {
    const once = edit([], '1', 'ad', 'b');
    expect(edit(once, '2', 'ad', 'c')).toMatchObject([{ id: '2', value: 'c', was: 'a' }]);
    expect(edit(once, '2', 'ad', 'a')).toEqual([]);
    expect(edit([], '1', 'ad', 'a')).toEqual([]);
  });

  it('an edit behind one that was sent waits for it', () => {
    const sent = sending(
      { ...emptyTable, ops: edit([], '1', 'ad', 'b') },
      edit([], '1', 'ad', 'b')[0]!,
    ).ops;
    const both = edit(sent, '2', 'ad', 'c', 'b');
    expect(both).toMatchObject([
      { id: '1', state: 'sending' },
      { id: '2', state: 'waiting' },
    ]);
    expect(nextOf(both, 'r')).toBeUndefined();
  });

  it('edits of a row that is not added yet become part of it; afterwards they go to the row it became', () => {
    const add = addOf('1', { ad: 'a' });
    expect(
      withEdit([add], '2', { rowId: add.rowId, field: 'ad', value: 'b', was: 'a' }),
    ).toMatchObject([{ kind: 'add', values: { ad: 'b' }, rowId: add.rowId }]);
    const sent = sending({ ...emptyTable, ops: [add] }, add);
    const later = {
      ...sent,
      ops: withEdit(sent.ops, '2', { rowId: add.rowId, field: 'ad', value: 'b', was: 'a' }),
    };
    const done = applyResult(later, '1', { kind: 'done', row: row('real', { ad: 'a' }) }, '3');
    expect(done.ops).toMatchObject([{ kind: 'edit', rowId: 'real', state: 'waiting' }]);
    expect(done.added).toEqual(['real']);
    expect(done.serverIds.get(add.rowId)).toBe('real');
    expect(applyResult(later, '1', { kind: 'refused', reason: 'x' }, '3').ops).toMatchObject([
      { kind: 'add', state: 'failed', values: { ad: 'b' } },
    ]);
  });

  it('removing a row makes its unsent edits pointless, and a row that was never added just goes', () => {
    expect(withRemove(edit([], '1', 'ad', 'b'), '2', 'r')).toMatchObject([
      { kind: 'remove', id: '2' },
    ]);
    const add = addOf('1', {});
    expect(withRemove([add], '2', add.rowId)).toEqual([]);
  });

  it('many at once are one edit each', () => {
    let ids = 0;
    const cells = ['a', 'b', 'a'].map((value, at) => ({
      rowId: 'r',
      field: at === 1 ? 'soyad' : 'ad',
      value,
      was: 'x',
    }));
    expect(withEdits([], cells, () => String(ids++))).toMatchObject([
      { id: '2', field: 'ad', value: 'a', was: 'x' },
      { id: '1', field: 'soyad', value: 'b' },
    ]);
  });

  it('outlive a reload, in order, each in its own entry', () => {
    localStorage.clear();
    const ops = [
      ...edit([], '1', 'ad', 'b'),
      { ...addOf('2', { ad: 'x' }), state: 'sending' as const, sentFor: 0 },
    ];
    keep(localStorage, 'me', 't', [], ops);
    expect(keptOps(localStorage, 'me', 't')).toEqual([ops[0], { ...ops[1], state: 'waiting' }]);
    expect(keptOps(localStorage, 'someone', 't')).toEqual([]);
    keep(localStorage, 'me', 't', ops, [ops[1]!]);
    expect(keptOps(localStorage, 'me', 't')).toHaveLength(1);
  });
});

describe('drawing', () => {
  it('lays unconfirmed values over the row, with their marks', () => {
    expect(
      toRowView('r', row('r', { ad: 'a', soyad: 's' }), edit([], '1', 'ad', 'b')),
    ).toMatchObject({ values: { ad: 'b', soyad: 's' }, marks: { ad: 'waiting' } });
  });

  it('draws only what changed anew', () => {
    const table = [row('a'), row('b')].reduce(
      (all, one) => applyUpdates(all, { kind: 'row', row: one }),
      emptyTable,
    );
    const before = toRowViews(table, ['a', 'b'], new Map());
    const after = toRowViews(
      applyUpdates(table, { kind: 'patch', id: 'a', version: 2, patch: { ad: 'x' } }),
      ['a', 'b'],
      before,
    );
    expect(after.get('b')).toBe(before.get('b'));
    expect(after.get('a')).not.toBe(before.get('a'));
    expect([
      ...toRowViews({ ...table, ops: [addOf('1', {})] }, ['new:1', 'b', 'zz'], new Map()).keys(),
    ]).toEqual(['new:1', 'b']);
    expect(
      unplaced(
        { ...table, ops: [addOf('1', {}), addOf('2', {})], added: ['a', 'b', 'zz'] },
        new Map([['b', 0]]),
      ),
    ).toEqual(['new:2', 'new:1', 'a']);
  });

  it('values are the same whatever the order of their members', () => {
    expect(same({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(true);
    expect(same(undefined, null)).toBe(true);
    expect(same({ a: 1 }, { b: 1 })).toBe(false);
    expect(same([], {})).toBe(false);
  });
});

describe('pages', () => {
  it('offers at most five, the current one among them', () => {
    expect(pageButtons(1, 3)).toEqual([1, 2, 3]);
    expect(pageButtons(1, 9)).toEqual([1, 2, 3, 4, 5]);
    expect(pageButtons(5, 9)).toEqual([3, 4, 5, 6, 7]);
    expect(pageButtons(9, 9)).toEqual([5, 6, 7, 8, 9]);
    expect(pagesOf(0, 50)).toBe(1);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 500 }),
        (page, total) => {
          const buttons = pageButtons(Math.min(page, total), total);
          expect(buttons).toContain(Math.min(page, total));
          expect(buttons.length).toBe(Math.min(5, total));
          expect([buttons[0]! >= 1, buttons.at(-1)! <= total]).toEqual([true, true]);
        },
      ),
    );
  });

  it('go into the address and come back, also from a hostile one', () => {
    expect(viewOf({ page: '3', limit: '20', order: 'up', filters: ['x'] })).toMatchObject({
      page: 3,
      limit: 20,
      sort: [],
      filters: {},
    });
    expect(viewOf({ page: -1, limit: 7, filters: { ad: '', soyad: 5 } })).toMatchObject({
      page: 1,
      limit: 50,
      filters: { soyad: '5' },
    });
    const view = filteredBy(
      sortedBy(viewOf({ table: 't', page: 4 }), [
        { field: 'ad', order: 'asc' },
        { field: 'stok', order: 'desc' },
      ]),
      'ad',
      'ş',
    );
    expect(viewOf(searchOf(view))).toEqual(view);
    expect(view.page).toBe(1);
  });
});

describe('sorting', () => {
  const [up, down] = [
    { field: 'ad', order: 'asc' },
    { field: 'ad', order: 'desc' },
  ] as const;
  const [b, c] = [
    { field: 'b', order: 'desc' },
    { field: 'c', order: 'asc' },
  ] as const;

  it('by one field rises, falls, and is none; by another one it begins anew', () => {
    expect([
      toggled([], 'ad'),
      toggled([up], 'ad'),
      toggled([down], 'ad'),
      toggled([up, b], 'ad'),
      toggled([b], 'ad'),
    ]).toEqual([[up], [down], [], [up], [up]]);
  });

  it('by several goes behind the others, three at most', () => {
    expect([
      toggledToo([], 'ad'),
      toggledToo([b], 'ad'),
      toggledToo([b, up], 'ad'),
      toggledToo([b, down], 'ad'),
    ]).toEqual([[up], [b, up], [b, down], [b]]);
    expect(toggledToo([b, c, up], 'd')).toEqual([b, c, up]);
    expect([sortedToo([b, up], 'b', 'asc'), without([b, up], 'b')]).toEqual([
      [{ field: 'b', order: 'asc' }, up],
      [up],
    ]);
  });

  it('is written as the server takes it, and read from any address', () => {
    for (const sorting of [
      [],
      [up],
      [down],
      [up, c],
      [down, b],
      [b, up, c],
      [{ field: 'a, b', order: 'asc' }, b],
    ] as const) {
      const { sort, order } = sortingText(sorting);
      expect(sortingOf(sort, order)).toEqual(sorting);
    }
    expect(sortingText([up, b])).toEqual({ sort: 'ad,b', order: 'asc,desc' });
    expect([
      sortingOf('a, b', 'desc', new Set(['a, b'])),
      sortingOf('created_at', undefined),
    ]).toEqual([[{ field: 'a, b', order: 'desc' }], [{ field: 'created_at', order: 'asc' }]]);
    expect(
      [
        sortingOf('ad,ad,b,c,d', 'desc'),
        sortingOf(['ad', 5, ''], 'up'),
        sortingOf('[x', ''),
        sortingOf(5, 7),
      ].map(list => list.map(({ field }) => field)),
    ).toEqual([['ad', 'b', 'c'], ['ad'], ['[x'], []]);
  });

  it('is asked for again when a row changes in any of its fields', () => {
    const changes = (field: string) => [
      {
        op: 'patch' as const,
        kind: 'row' as const,
        id: 'elsewhere',
        version: 2,
        patch: { [field]: 'x' },
        actor: { id: 'a', name: 'A' },
        requestId: 'q',
      },
    ];
    const view = { ...viewOf({}), sort: [up, b] };
    expect(
      ['ad', 'b', 'c'].map(field => applyMembership(noPlaces(50), view, changes(field)).reload),
    ).toEqual(['later', 'later', 'no']);
  });
});

describe('keys', () => {
  const key = (name: string, more: Partial<Key> = {}): Key => ({
    key: name,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    shiftKey: false,
    ...more,
  });
  const at = { row: 1, col: 1 };
  const size = { rows: 4, filled: 4, cols: 3, page: 10 };
  it.each<[string, Partial<Key>, [number, number]]>([
    ['ArrowUp', {}, [0, 1]],
    ['ArrowDown', {}, [2, 1]],
    ['ArrowLeft', {}, [1, 0]],
    ['ArrowRight', {}, [1, 2]],
    ['Home', {}, [1, 0]],
    ['End', {}, [1, 2]],
    ['Home', { ctrlKey: true }, [0, 0]],
    ['End', { ctrlKey: true }, [3, 2]],
    ['PageDown', {}, [3, 1]],
    ['ArrowDown', { shiftKey: true }, [2, 1]],
    ['Tab', {}, [1, 2]],
    ['Tab', { shiftKey: true }, [1, 0]],
  ])('%s goes', (name, more, [row, col]) => {
    expect(intentOf(key(name, more), at, size)).toEqual({
      kind: 'go',
      to: { row, col },
      extend: more.shiftKey === true && name !== 'Tab',
    });
  });

  it('begin, type, clear and leave; Tab leaves behind the last cell', () => {
    const end = intentOf(key('End', { ctrlKey: true }), at, { ...size, filled: 2 });
    expect(end, 'empty lines are no end').toMatchObject({ to: { row: 1, col: 2 } });
    expect(intentOf(key('Enter'), at, size)).toEqual({ kind: 'edit' });
    expect(intentOf(key('ş'), at, size)).toEqual({ kind: 'type', text: 'ş' });
    expect(intentOf(key('Delete'), at, size)).toEqual({ kind: 'clear' });
    expect(intentOf(key('Escape'), at, size)).toEqual({ kind: 'leave' });
    expect(intentOf(key('Tab'), { row: 3, col: 2 }, size)).toBeUndefined();
    expect(intentOf(key(' '), at, size)).toEqual({ kind: 'space' });
    expect(intentOf(key('Z', { ctrlKey: true, shiftKey: true }), at, size)).toEqual({
      kind: 'redo',
    });
    expect(intentOf(key('ArrowUp'), { row: 0, col: 1 }, size)).toEqual({ kind: 'up' });
    expect(intentOf(key('c', { ctrlKey: true }), at, size)).toBeUndefined();
  });

  it('AltGr is typing, and a text that is being composed is left alone', () => {
    expect(intentOf(key('@', { ctrlKey: true, altKey: true }), at, size)).toEqual({
      kind: 'type',
      text: '@',
    });
    expect(intentOf(key('Enter', { isComposing: true }), at, size)).toBeUndefined();
  });
});

describe('fields named like what every object has', () => {
  const names = ['toString', 'hasOwnProperty', 'valueOf'];

  it('are empty where a row has none, and nobody has touched them', () => {
    const drawn = toRowView('r', row('r'), edit([], '1', 'ad', 'b'));
    for (const name of names) {
      expect([
        valueOf(row('r'), name),
        memberOf(drawn.values, name),
        memberOf(drawn.marks, name),
      ]).toEqual([null, undefined, undefined]);
      expect(fits([], row('r'), { filters: { [name]: 'native code' }, where: undefined })).toBe(
        false,
      );
      expect(same({ [name]: 1 }, { ad: 1 })).toBe(false);
    }
  });

  it('are edited, filtered by and told apart as any other', () => {
    for (const name of names) {
      const ops = edit([], '1', name, 'b');
      expect([
        valueOf(row('r', { [name]: 'a' }), name),
        memberOf(toRowView('r', row('r', { [name]: 'a' }), ops).values, name),
      ]).toEqual(['a', 'b']);
      expect(
        fits([], row('r', { [name]: 'Işık' }), { filters: { [name]: 'ışık' }, where: undefined }),
      ).toBe(true);
      const changes = [
        {
          op: 'patch' as const,
          kind: 'row',
          id: 'elsewhere',
          version: 2,
          patch: { [name]: 'x' },
          actor: { id: 'a', name: 'A' },
          requestId: 'q',
        },
      ];
      expect(
        applyMembership(noPlaces(50), { ...viewOf({}), filters: { ad: 'x' } }, changes).reload,
      ).toBe('no');
      expect(
        applyMembership(noPlaces(50), { ...viewOf({}), filters: { [name]: 'x' } }, changes).reload,
      ).toBe('later');
    }
  });
});
