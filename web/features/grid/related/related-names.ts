import { memberOf, type Json } from '@hzm/contracts/core/json';
import type { WireChange } from '@hzm/contracts/core/realtime';
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

type Read = NamesPort['read'];

/** The columns that somebody asks for, which read their wanted rows together. */
interface Columns {
  readonly of: (label: Label) => Column;
  readonly ofTable: (tableId: string) => readonly Column[];
  /** Reads the wanted rows a little later. */
  readonly plan: () => void;
}

/** @param changed called when rows were read */
function createColumns(
  read: (label: Label, ids: readonly string[]) => ReturnType<Read>,
  changed: () => void,
): Columns {
  const columns = new Map<string, Column>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const plan = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const column of columns.values()) readWanted(column);
    }, GATHER_MS);
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
      keep(column, ids, await read(column.label, ids));
    } catch (error) {
      const unread = ids.filter(id => !column.values.has(id));
      if (isFinal(asApiError(error))) for (const id of unread) column.values.set(id, null);
      else
        setTimeout(() => {
          for (const id of unread) column.wanted.add(id);
          plan();
        }, AGAIN_MS);
    }
    for (const id of ids) {
      if (column.underWay.get(id) === true) column.wanted.add(id);
      column.underWay.delete(id);
    }
    if (column.wanted.size > 0) plan();
    changed();
  };
  return {
    of: label => {
      const key = `${label.tableId}/${label.fieldId ?? ''}`;
      const column = columns.get(key) ?? newColumn(label);
      columns.set(key, column);
      return column;
    },
    ofTable: tableId => [...columns.values()].filter(({ label }) => label.tableId === tableId),
    plan,
  };
}

const newColumn = (label: Label): Column => ({
  label,
  values: new Map(),
  wanted: new Set(),
  underWay: new Map(),
});

/** Keeps the values that were read; a row that was not found is deleted. */
function keep({ values }: Column, ids: readonly string[], rows: readonly ReadRow[]): void {
  const found = new Map(rows.map(({ id, value }) => [id, value]));
  for (const id of ids) {
    const value = found.get(id);
    values.set(id, value === undefined ? null : { value });
  }
}

/** Whether a change of a row changed what a column knows. */
function applied(column: Column, { op, id, doc, patch }: WireChange): boolean {
  if (column.underWay.has(id)) column.underWay.set(id, true);
  if (!column.values.has(id)) return false;
  const { fieldId = '' } = column.label;
  if (op === 'drop') column.values.set(id, null);
  else if (op === 'put') column.values.set(id, { value: memberOf(doc, fieldId) ?? null });
  else if (memberOf(patch, fieldId) !== undefined)
    column.values.set(id, { value: memberOf(patch, fieldId)! });
  else return false;
  return true;
}

/** Whether one of the changes changed what a column knows; each is applied to all. */
const haveChanged = (columns: readonly Column[], changes: readonly WireChange[]): boolean =>
  changes
    .filter(({ kind }) => kind === 'row')
    .flatMap(change => columns.map(column => applied(column, change)))
    .includes(true);

export function createRelatedNames({ read, watch }: NamesPort): RelatedNames {
  const listeners = new Set<() => void>();
  /** The last position heard of each table. */
  const positions = new Map<string, string>();
  let version = 0;
  const changed = (): void => {
    version++;
    for (const listener of listeners) listener();
  };
  const columns = createColumns(
    (label, ids) => read(label, ids, positions.get(label.tableId)),
    changed,
  );
  /** Reads again what is known of a table; it is shown meanwhile. */
  const renew = (tableId: string): void => {
    for (const { values, wanted } of columns.ofTable(tableId))
      for (const id of values.keys()) wanted.add(id);
    columns.plan();
  };
  const watcherOf = (tableId: string): Watcher => ({
    onChanges: ({ changes, position }) => {
      positions.set(tableId, position);
      if (haveChanged(columns.ofTable(tableId), changes)) changed();
    },
    onStatus: (status, position) => {
      if (status !== 'live') return;
      const isFirst = !positions.has(tableId);
      if (position !== null) positions.set(tableId, position);
      // Rows read before the watch began may have changed unheard.
      if (isFirst) renew(tableId);
    },
    onRefetch: () => renew(tableId),
  });
  return {
    valueOf: (label, id) => {
      const column = columns.of(label);
      const known = column.values.get(id);
      if (known === undefined && !column.underWay.has(id) && !column.wanted.has(id)) {
        column.wanted.add(id);
        columns.plan();
      }
      return known;
    },
    *known(label) {
      for (const [id, known] of columns.of(label).values) if (known) yield [id, known.value];
    },
    learn: (label, rows) => {
      const { values } = columns.of(label);
      const news = rows.filter(({ id }) => !values.get(id));
      for (const { id, value } of news) values.set(id, { value });
      if (news.length > 0) changed();
    },
    follow: tableId => watch(`table:${tableId}`, watcherOf(tableId)),
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
  };
}
