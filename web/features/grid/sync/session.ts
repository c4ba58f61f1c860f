import { newId } from '@hzm/contracts/core/ids';
import type { Field } from '@hzm/contracts/features/tables/table';
import { ownRequest, ownRequests } from '../../../lib/own-requests.ts';
import { watch } from '../../../realtime/socket.ts';
import { store, type Atom } from '../../../state/jotai.ts';
import { sessionAtom } from '../../../state/session.ts';
import { detectConflicts } from '../model/detect-conflicts.ts';
import { withKnownFields } from '../model/known-fields.ts';
import { withoutUnlessSending, type Op } from '../model/op.ts';
import { idOfOp, keptOps } from '../model/outbox-storage.ts';
import { invalidated, lostRow, type PlacedRow } from '../model/page-index.ts';
import { resolve } from '../model/resolve.ts';
import { viewOf, type View } from '../model/view.ts';
import { listenToBrowser } from './browser-events.ts';
import { createEdits, type Edits } from './edits.ts';
import { createGridStore, type GridStore } from './grid-store.ts';
import { createLoader, type Loader, type LoaderPort } from './loader.ts';
import { createOutbox, type OutboxPort } from './outbox.ts';
import { inJson, readPage, readPlace, readRange, readRow, sendBatch, sendOp } from './rows-api.ts';
import {
  withChanges,
  withReadError,
  withReadPage,
  withRows,
  withView,
  type Grid,
} from './state.ts';
import { createTableFeed, type TableFeed, type TableFeedPort } from './table-feed.ts';

/**
 * Delay after which another tab sends an edit too, in milliseconds; until then its own tab sends it
 * alone.
 */
const ADOPT_AFTER_MS = 2_000;

/** Maximum time in milliseconds that a page waits for the place of one of its former rows. */
const PLACE_WAIT_MS = 2_000;

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
  /** Says which fields the table has now. */
  readonly know: (fields: readonly Field[]) => void;
  readonly resolve: (opIds: readonly string[], word: 'mine' | 'theirs') => void;
  readonly close: () => void;
  /** Whether something still waits to be sent. */
  readonly isBusy: () => boolean;
}

/** Takes over edits that another tab has left, once it had time to send them itself. */
function createAdoption(adopt: (opId: string) => void) {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  return {
    offer: (opId: string): void => {
      if (waiting.has(opId)) return;
      const timer = setTimeout(() => {
        waiting.delete(opId);
        adopt(opId);
      }, ADOPT_AFTER_MS);
      waiting.set(opId, timer);
    },
    cancel: (): void => {
      for (const timer of waiting.values()) clearTimeout(timer);
    },
  };
}

/** The rows and fields that a session is asked for. */
interface Shown {
  view: View;
  fields: readonly Field[] | undefined;
  openRow: string | undefined;
  chosenRows: ReadonlySet<string>;
}

/** The parts of a session, which call one another. */
interface Parts {
  readonly owner: string;
  readonly tableId: string;
  readonly grid: GridStore;
  readonly shown: Shown;
  readonly feed: TableFeed;
  readonly outbox: ReturnType<typeof createOutbox>;
  readonly loader: Loader;
}

function createParts(owner: string, tableId: string): Parts {
  const grid = createGridStore(owner, tableId);
  // Some may have been sent before this page was loaded.
  for (const { id } of grid.get().table.ops) ownRequest(id);
  const shown: Shown = {
    view: viewOf({}),
    fields: undefined,
    openRow: undefined,
    chosenRows: new Set(),
  };
  const get = (): Parts => parts;
  const feed = createTableFeed(feedPort(tableId, get));
  const outbox = createOutbox(outboxPort(tableId, get));
  const loader = createLoader(loaderPort(tableId, get));
  const parts: Parts = { owner, tableId, grid, shown, feed, outbox, loader };
  return parts;
}

const retainedIn = ({ openRow, chosenRows }: Shown): readonly string[] => [
  ...(openRow === undefined ? [] : [openRow]),
  ...chosenRows,
];

const feedPort = (tableId: string, parts: () => Parts): TableFeedPort => ({
  subscribe: watcher => watch(`table:${tableId}`, watcher),
  grid: () => parts().grid.get(),
  apply: messages => {
    const { grid, shown, loader, outbox } = parts();
    const { grid: next, reload } = withChanges(grid.get(), messages, {
      view: shown.view,
      ownRequests,
      retained: () => retainedIn(shown),
      now: Date.now(),
    });
    loader.reload(reload);
    grid.set(() => next);
    outbox.flush();
  },
  reload: () => parts().loader.reload('at-once'),
  resume: () => parts().outbox.resume(),
  end: code => parts().grid.set(before => ({ ...before, ended: code })),
});

const outboxPort = (tableId: string, parts: () => Parts): OutboxPort => ({
  table: () => parts().grid.get().table,
  update: change => parts().grid.update(change),
  send: op => sendOp(tableId, op),
  sendBatch: batch => sendBatch(tableId, batch),
  read: rowId => readRow(tableId, rowId, parts().feed.position()),
  may: () => navigator.onLine && store.get(sessionAtom)?.user.id === parts().owner,
  trouble: code =>
    parts().grid.set(before => (before.trouble === code ? before : { ...before, trouble: code })),
});

/** Returns a row with its place now; undefined if the server does not tell it. */
async function anchorOf(
  { tableId, feed }: Parts,
  id: string,
  { sort, filters, where }: View,
): Promise<PlacedRow | undefined> {
  const options = {
    waitFor: feed.position() ?? undefined,
    signal: AbortSignal.timeout(PLACE_WAIT_MS),
  };
  try {
    const place = await readPlace(tableId, id, inJson(sort, filters, where), options);
    return place === null ? undefined : { id, place };
  } catch {
    // The row is gone, or the server is busy: the page is shown as it was read.
    return undefined;
  }
}

/** Returns a function that asks for the place of one row of a view at a time; pages share it. */
function createAnchoring(parts: () => Parts) {
  let asked: { readonly view: View; readonly row: Promise<PlacedRow | undefined> } | undefined;
  return async (rowId: string, view: View): Promise<PlacedRow | undefined> => {
    if (asked?.view === view) return asked.row;
    const mine = { view, row: anchorOf(parts(), rowId, view) };
    asked = mine;
    const row = await mine.row;
    if (asked === mine) asked = undefined;
    return row;
  };
}

const loaderPort = (
  tableId: string,
  parts: () => Parts,
  anchoring = createAnchoring(parts),
): LoaderPort => ({
  places: () => parts().grid.get().places,
  read: async page => {
    const { feed, shown, grid } = parts();
    await feed.begun;
    const { view } = shown;
    const answer = await readPage(tableId, { ...view, page }, feed.position());
    const ids = answer.rows.map(({ id }) => id);
    const lost = lostRow(grid.get().places, page, ids);
    return lost === undefined ? answer : { ...answer, anchor: await anchoring(lost, view) };
  },
  take: (page, answer, isCurrent) => {
    const { grid, shown, outbox } = parts();
    const retained = (): readonly string[] => retainedIn(shown);
    grid.set(before => withReadPage(before, page, answer, { isCurrent, retained }));
    outbox.flush();
  },
  fail: (page, error) => parts().grid.set(before => withReadError(before, page, error)),
  doubt: () => parts().grid.set(before => ({ ...before, places: invalidated(before.places) })),
});

/** Goes on when the network is back, and keeps in step with this person's other tabs. */
function followBrowser(
  { owner, tableId, grid, outbox, loader }: Parts,
  adopt: (opId: string) => void,
): () => void {
  return listenToBrowser({
    onOnline: () => {
      outbox.resume();
      loader.reload('at-once');
    },
    onKept: key => {
      const id = idOfOp(owner, tableId, key);
      if (id !== undefined) adopt(id);
    },
    onRemoved: key => {
      const id = idOfOp(owner, tableId, key);
      if (id !== undefined)
        grid.update(table => ({ ...table, ops: withoutUnlessSending(table.ops, id) }));
    },
  });
}

export function openSession(owner: string, tableId: string): GridSession {
  const parts = createParts(owner, tableId);
  const { grid, shown, feed, outbox, loader } = parts;
  /** Something this person did. */
  const act = (change: (ops: readonly Op[]) => readonly Op[]): void => {
    grid.update(table =>
      detectConflicts({ ...table, ops: withKnownFields(change(table.ops), shown.fields) }),
    );
    outbox.flush();
  };
  const adoption = createAdoption(id => {
    const op = keptOps(localStorage, owner, tableId).find(kept => kept.id === id);
    if (op && !grid.get().table.ops.some(own => own.id === id)) act(ops => [...ops, op]);
  });
  feed.open();
  const stopListening = followBrowser(parts, adoption.offer);
  return {
    atom: grid.atom,
    ...looking(parts),
    ...createEdits({
      table: () => grid.get().table,
      act,
      newId,
      fields: () => shown.fields,
    }),
    resolve: (opIds, word) => {
      grid.update(table =>
        opIds.reduce((next, id) => resolve(next, id, word, newId(), shown.fields), table),
      );
      outbox.flush();
    },
    close: () => {
      feed.close();
      loader.reset(false);
      stopListening();
      adoption.cancel();
    },
    isBusy: () => grid.get().table.ops.some(op => op.state === 'waiting' || op.state === 'sending'),
  };
}

/** The methods that say which rows and fields are looked at. */
const looking = ({
  tableId,
  grid,
  shown,
  feed,
  outbox,
  loader,
}: Parts): Pick<GridSession, 'show' | 'want' | 'idsOf' | 'hold' | 'keep' | 'reload' | 'know'> => ({
  show: next => {
    shown.view = next;
    loader.reset();
    grid.set(before => withView(before, next, () => retainedIn(shown)));
    loader.want((next.page - 1) * next.limit, next.page * next.limit - 1);
  },
  want: loader.want,
  idsOf: async (first, last) => {
    const rows = await readRange(tableId, shown.view, first, last, feed.position());
    grid.update(table => withRows(table, rows));
    return rows.map(({ id }) => id);
  },
  hold: rowId => {
    shown.openRow = rowId;
    if (rowId === undefined || grid.get().table.rows.has(rowId)) return;
    grid.update(table => ({ ...table, behind: new Map(table.behind).set(rowId, 1) }));
    outbox.flush();
  },
  keep: rowIds => {
    shown.chosenRows = rowIds;
  },
  reload: () => {
    grid.set(before =>
      before.status === 'error' ? { ...before, status: 'loading', error: null } : before,
    );
    loader.reload('at-once');
  },
  know: now => {
    const { fields } = shown;
    const isNew = fields && now.some(({ id }) => fields.every(one => one.id !== id));
    shown.fields = now;
    // A field that came back has values already.
    if (isNew) loader.reload('at-once');
    grid.update(table => {
      const ops = withKnownFields(table.ops, now);
      return ops === table.ops ? table : detectConflicts({ ...table, ops });
    });
    outbox.flush();
  },
});
