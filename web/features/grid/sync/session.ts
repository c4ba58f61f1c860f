import { newId } from '@hzm/contracts/core/ids';
import type { Changes } from '@hzm/contracts/core/realtime';
import { watch } from '../../../realtime/socket.ts';
import { atom, store, type Atom } from '../../../state/jotai.ts';
import { sessionAtom } from '../../../state/session.ts';
import { createEdits, type Edits } from './edits.ts';
import { createLoader } from './loader.ts';
import { activityOf } from '../model/activity.ts';
import { applyMembership } from '../model/arrivals.ts';
import { detectConflicts } from '../model/detect-conflicts.ts';
import { keeper, keptOps, putAway } from '../model/outbox-storage.ts';
import { without, type Op } from '../model/op.ts';
import { invalidated, indexes, noPlaces, withPage } from '../model/page-index.ts';
import { emptyTable, prune, takeChanges, applyUpdates, type Table } from '../model/reconcile.ts';
import { resolve } from '../model/resolve.ts';
import { viewOf, type View } from '../model/view.ts';
import { readPage, readRange, readRow, sendBatch, sendOp } from './rows-api.ts';
import { createOutbox } from './outbox.ts';
import type { Grid } from './state.ts';

/** The longest that a first page waits for the watch to begin, in milliseconds. */
const WATCH_MS = 500;

/** What is heard within this time is drawn at once, in milliseconds. */
const FRAME_MS = 16;

/** One table that somebody has open: its rows, kept up to date, and what they do to it. */
export interface GridSession extends Edits {
  readonly atom: Atom<Grid>;
  /** Shows the rows of a view, and reads them as `want` asks for them, by index. */
  readonly show: (view: View) => void;
  readonly want: (first: number, last: number) => void;
  /** The ids of the rows between two indexes, read where they are not here. Throws ApiError. */
  readonly idsOf: (first: number, last: number) => Promise<readonly string[]>;
  /** Keeps one row at hand, wherever it stands. */
  readonly hold: (rowId: string | undefined) => void;
  /** The same for rows that are chosen. */
  readonly keep: (rowIds: ReadonlySet<string>) => void;
  readonly reload: () => void;
  readonly resolve: (opId: string, word: 'mine' | 'theirs') => void;
  readonly close: () => void;
  /** Whether something still waits to be sent. */
  readonly isBusy: () => boolean;
}

export function openSession(owner: string, tableId: string): GridSession {
  const start: Grid = { status: 'loading', error: null, table: detectConflicts({ ...emptyTable, ops: keptOps(localStorage, owner, tableId) }), places: noPlaces(1), activity: null, ended: null, trouble: null };
  const held = atom(start);
  const own = new Set(start.table.ops.map(op => op.id));
  let view: View = viewOf({});
  let position: string | null = null;
  let row: string | undefined;
  let kept: ReadonlySet<string> = new Set();

  const keeping = keeper(localStorage, owner, tableId, start.table.ops);
  const get = (): Grid => store.get(held);
  const set = (change: (grid: Grid) => Grid): void => {
    const before = get();
    const after = change(before);
    if (after === before) return;
    store.set(held, after);
    if (after.table.ops !== before.table.ops) keeping(after.table.ops);
  };
  const update = (change: (table: Table) => Table): void => set(grid => {
    const table = change(grid.table);
    return table === grid.table ? grid : { ...grid, table };
  });
  const shownOf = ({ places }: Grid): ReadonlySet<string> => new Set([...indexes(places).keys(), ...(row === undefined ? [] : [row]), ...kept]);
  const nextId = (): string => {
    const id = newId();
    own.add(id);
    return id;
  };

  const outbox = createOutbox({
    table: () => get().table, update,
    send: op => { own.add(op.id); return sendOp(tableId, op); },
    sendBatch: batch => { own.add(batch.id); return sendBatch(tableId, batch); },
    read: rowId => readRow(tableId, rowId, position),
    may: () => navigator.onLine && store.get(sessionAtom)?.user.id === owner,
    trouble: code => set(grid => (grid.trouble === code ? grid : { ...grid, trouble: code })),
  });
  const loader = createLoader({
    places: () => get().places,
    read: async page => {
      await begun;
      return readPage(tableId, { ...view, page }, position);
    },
    take: (page, { rows, total }, sure) => {
      set(grid => {
        const table = applyUpdates(grid.table, ...rows.map(one => ({ kind: 'row', row: one }) as const));
        const places = withPage(grid.places, page, rows.map(({ id }) => id).filter(id => !table.removed.has(id)), total);
        return { ...grid, status: 'ready', error: null, places: sure ? places : invalidated(places), table: detectConflicts(table) };
      });
      outbox.flush();
    },
    // Being offline takes nothing away that is already here.
    fail: error => set(grid => (grid.status === 'ready' && error.status === 0 ? grid : { ...grid, status: 'error', error })),
    doubt: () => set(grid => ({ ...grid, places: invalidated(grid.places) })),
  });
  /** Something this person did. */
  const act = (change: (ops: readonly Op[]) => readonly Op[]): void => {
    update(table => detectConflicts({ ...table, ops: change(table.ops) }));
    outbox.flush();
  };
  const edits = createEdits({ table: () => get().table, act, newId: nextId });

  let heard: Changes[] = [];
  let taking: ReturnType<typeof setTimeout> | undefined;
  const onChanges = (message: Changes): void => {
    heard.push(message);
    taking ??= setTimeout(take, FRAME_MS);
  };
  const take = (): void => {
    const messages = heard;
    [heard, taking] = [[], undefined];
    const last = messages.at(-1)!.position;
    if (position === null || last > position) position = last;
    const foreign = messages.flatMap(message => activityOf(message, own) ?? []).at(-1);
    set(grid => {
      const { places, reload } = applyMembership(grid.places, view, messages.flatMap(({ changes }) => changes));
      loader.reload(reload);
      const table = takeChanges(grid.table, messages, Date.now());
      const next = { ...grid, places, table, activity: foreign ?? grid.activity };
      const crowded = table.rows.size > 2_000 + places.pages.size * places.size;
      return crowded ? { ...next, table: prune(table, shownOf(next)) } : next;
    });
    outbox.flush();
  };

  let begin: (() => void) | undefined;
  const begun = new Promise<void>(done => { begin = done; setTimeout(done, WATCH_MS); });
  const unwatch = watch(`table:${tableId}`, {
    onChanges,
    onStatus: (status, at) => {
      if (status !== 'live') return;
      const late = (position === null && get().status !== 'loading') || get().status === 'error';
      if (at !== null && (position === null || at > position)) position = at;
      begin?.();
      if (late) loader.reload('at-once');
      outbox.resume();
    },
    onRefetch: () => loader.reload('at-once'),
    onEnded: code => set(grid => ({ ...grid, ended: code })),
  });
  const online = (): void => {
    outbox.resume();
    loader.reload('at-once');
  };
  const elsewhere = ({ key, newValue }: StorageEvent): void => {
    const id = newValue === null ? putAway(owner, tableId, key) : undefined;
    if (id !== undefined) update(table => ({ ...table, ops: table.ops.some(op => op.id === id && op.state !== 'sending') ? without(table.ops, id) : table.ops }));
  };
  window.addEventListener('online', online);
  window.addEventListener('storage', elsewhere);

  return {
    atom: atom(read => read(held)),
    show: next => {
      view = next;
      loader.reset();
      set(grid => {
        const empty = { ...grid, status: 'loading', error: null, places: noPlaces(next.limit) } as const;
        return { ...empty, table: prune({ ...grid.table, added: [] }, shownOf(empty)) };
      });
      loader.want((next.page - 1) * next.limit, next.page * next.limit - 1);
    },
    want: loader.want,
    idsOf: async (first, last) => {
      const rows = await readRange(tableId, view, first, last, position);
      update(table => applyUpdates(table, ...rows.map(one => ({ kind: 'row', row: one }) as const)));
      return rows.map(({ id }) => id);
    },
    hold: rowId => {
      row = rowId;
      if (rowId === undefined || get().table.rows.has(rowId)) return;
      update(table => ({ ...table, behind: new Map(table.behind).set(rowId, 1) }));
      outbox.flush();
    },
    keep: rowIds => { kept = rowIds; },
    reload: () => { set(grid => (grid.status === 'error' ? { ...grid, status: 'loading', error: null } : grid)); loader.reload('at-once'); },
    ...edits,
    resolve: (opId, word) => {
      update(table => resolve(table, opId, word, nextId()));
      outbox.flush();
    },
    close: () => {
      unwatch();
      loader.reset(false);
      clearTimeout(taking);
      window.removeEventListener('online', online);
      window.removeEventListener('storage', elsewhere);
    },
    isBusy: () => get().table.ops.some(op => op.state === 'waiting' || op.state === 'sending'),
  };
}
