import { memberOf, type Json } from '@hzm/contracts/core/json';
import type { Changes, WireChange } from '@hzm/contracts/core/realtime';
import { asApiError, type ApiError } from '../../../lib/api-error.ts';
import type { Watcher } from '../../../realtime/socket.ts';
import type { ReadRow } from './related-reads.ts';

/** Ids that are asked for within this time are read together, in milliseconds. */
const GATHER_MS = 16;
/** Ids of one read. */
const MAX_READ = 500;
/** Delay after a failed read, in milliseconds. */
const AGAIN_MS = 5_000;

/** Names the column of a target table that its rows are shown by. */
export interface Label {
  readonly tableId: string;
  /** Absent while the table has no field to show. */
  readonly fieldId: string | undefined;
}

export interface NamesPort {
  readonly read: (
    label: Label,
    ids: readonly string[],
    waitFor: string | undefined,
  ) => Promise<readonly ReadRow[]>;
  readonly watch: (topic: string, watcher: Watcher) => () => void;
}

/** The values that related rows are shown by: read in batches as they are asked for, and live. */
export interface RelatedNames {
  /** The value of a row; null: it was deleted; undefined: it is not read yet, and will be. */
  readonly valueOf: (label: Label, id: string) => { readonly value: Json } | null | undefined;
  /** All known rows of a label. */
  readonly known: (label: Label) => Iterable<readonly [string, Json]>;
  /** Takes rows in that a search has found. */
  readonly learn: (label: Label, rows: readonly ReadRow[]) => void;
  /** Follows the changes of a table until the returned function is called. */
  readonly follow: (tableId: string) => () => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Rises with every change. */
  readonly version: () => number;
}

/** The table is gone, or its rows may not be read. */
const isFinal = ({ status }: ApiError): boolean =>
  status === 400 || status === 403 || status === 404;

interface Column {
  readonly label: Label;
  readonly values: Map<string, { readonly value: Json } | null>;
  readonly wanted: Set<string>;
  /** Ids that are being read; true: changed meanwhile, so read again. */
  readonly underWay: Map<string, boolean>;
}

export function createRelatedNames({ read, watch }: NamesPort): RelatedNames {
  const columns = new Map<string, Column>();
  const listeners = new Set<() => void>();
  /** The last position heard of each table. */
  const positions = new Map<string, string>();
  let version = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const changed = (): void => {
    version++;
    for (const listener of listeners) listener();
  };
  const columnOf = (label: Label): Column => {
    const key = `${label.tableId}/${label.fieldId ?? ''}`;
    const column = columns.get(key) ?? {
      label,
      values: new Map(),
      wanted: new Set(),
      underWay: new Map(),
    };
    columns.set(key, column);
    return column;
  };
  const columnsOf = (tableId: string): readonly Column[] =>
    [...columns.values()].filter(({ label }) => label.tableId === tableId);
  const plan = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const column of columns.values()) readWanted(column);
    }, GATHER_MS);
  };
  const again = (ask: () => void): void => {
    setTimeout(() => {
      ask();
      plan();
    }, AGAIN_MS);
  };
  const readWanted = (column: Column): void => {
    const ids = [...column.wanted].slice(0, MAX_READ);
    if (ids.length === 0) return;
    for (const id of ids) {
      column.wanted.delete(id);
      column.underWay.set(id, false);
    }
    if (column.wanted.size > 0) plan();
    void take(column, ids);
  };
  const take = async (column: Column, ids: readonly string[]): Promise<void> => {
    try {
      const rows = await read(column.label, ids, positions.get(column.label.tableId));
      const found = new Map(rows.map(({ id, value }) => [id, value]));
      for (const id of ids) {
        const value = found.get(id);
        column.values.set(id, value === undefined ? null : { value });
      }
    } catch (error) {
      const unread = ids.filter(id => !column.values.has(id));
      if (isFinal(asApiError(error))) for (const id of unread) column.values.set(id, null);
      else again(() => unread.forEach(id => column.wanted.add(id)));
    }
    for (const id of ids) {
      if (column.underWay.get(id) === true) column.wanted.add(id);
      column.underWay.delete(id);
    }
    if (column.wanted.size > 0) plan();
    changed();
  };
  /** Whether a change of a row changed what a column knows. */
  const applied = (column: Column, { op, id, doc, patch }: WireChange): boolean => {
    if (column.underWay.has(id)) column.underWay.set(id, true);
    if (!column.values.has(id)) return false;
    const { fieldId = '' } = column.label;
    if (op === 'drop') column.values.set(id, null);
    else if (op === 'put') column.values.set(id, { value: memberOf(doc, fieldId) ?? null });
    else if (memberOf(patch, fieldId) !== undefined)
      column.values.set(id, { value: memberOf(patch, fieldId)! });
    else return false;
    return true;
  };
  const onChanges = (tableId: string, { changes, position }: Changes): void => {
    positions.set(tableId, position);
    const own = columnsOf(tableId);
    const isNews = changes
      .filter(({ kind }) => kind === 'row')
      .map(change => own.map(column => applied(column, change)).includes(true));
    if (isNews.includes(true)) changed();
  };
  /** Reads again what is known of a table; it is shown meanwhile. */
  const renew = (tableId: string): void => {
    for (const { values, wanted } of columnsOf(tableId))
      for (const id of values.keys()) wanted.add(id);
    plan();
  };
  return {
    valueOf: (label, id) => {
      const column = columnOf(label);
      const known = column.values.get(id);
      if (known === undefined && !column.underWay.has(id) && !column.wanted.has(id)) {
        column.wanted.add(id);
        plan();
      }
      return known;
    },
    *known(label) {
      for (const [id, known] of columnOf(label).values) if (known) yield [id, known.value];
    },
    learn: (label, rows) => {
      const { values } = columnOf(label);
      const news = rows.filter(({ id }) => !values.get(id));
      for (const { id, value } of news) values.set(id, { value });
      if (news.length > 0) changed();
    },
    follow: tableId =>
      watch(`table:${tableId}`, {
        onChanges: message => onChanges(tableId, message),
        onStatus: (status, position) => {
          if (status !== 'live') return;
          const isFirst = !positions.has(tableId);
          if (position !== null) positions.set(tableId, position);
          // Rows read before the watch began may have changed unheard.
          if (isFirst) renew(tableId);
        },
        onRefetch: () => renew(tableId),
      }),
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
  };
}
