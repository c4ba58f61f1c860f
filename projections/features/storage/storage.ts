import type { Change } from '@hzm/contracts/core/change';
import { collection } from '@hzm/contracts/core/collection';
import type { Event, EventDefinition } from '@hzm/contracts/core/event';
import type { Json } from '@hzm/contracts/core/json';
import { nothingChanged } from '@hzm/contracts/core/request';
import { accountDeleted, accountRegistered } from '@hzm/contracts/features/accounts/events';
import { projectCreated, projectDeleted } from '@hzm/contracts/features/projects/events';
import {
  batchAbandoned,
  rowAdded,
  rowChanged,
  rowRemoved,
  rowRestored,
  rowsAdded,
  rowsChanged,
  rowsRemoved,
  rowsRestored,
} from '@hzm/contracts/features/rows/events';
import type { Cells } from '@hzm/contracts/features/rows/row';
import {
  numbersTaken,
  tableCreated,
  tableDeleted,
  tableErased,
} from '@hzm/contracts/features/tables/events';
import { events } from '@hzm/contracts/registry';
import { add, drop, dropWhere, put } from '../../core/changes.ts';
import { on, projection, type Handler } from '../../core/projection.ts';

/**
 * The storage of a project: one document for the project (`id` is the project's) with the bytes of
 * its events, and one per table (`id` is the table's) with its rows and their bytes.
 */
export type StorageDoc = {
  readonly id: string;
  readonly projectId: string;
  readonly rows: number;
  readonly rowBytes: number;
  readonly historyBytes: number;
  /** The number of a project's events in the log, including locks of rows by batches. */
  readonly events: number;
};

/** The bytes that deleted projects of an account left in the log, deletions included. */
export type DeletedStorageDoc = {
  readonly id: string;
  readonly bytes: number;
};

export const storageDocs = collection<StorageDoc>({
  name: 'storage',
  owner: 'projectId',
  indexes: [['projectId']],
});

export const deletedStorageDocs = collection<DeletedStorageDoc>({ name: 'deleted-storage' });

/** Bytes of a row besides its values: id, times, version, partition. */
const ROW_BYTES = 100;
/** Bytes in the log of a row's lock (`row-held`), which a batch writes per existing row. */
const HOLD_BYTES = 120;

/** Counts an empty cell as nothing, whether it was ever filled or not. */
const cellBytes = ([id, value]: [string, Json]): number =>
  value === null ? 0 : id.length + Buffer.byteLength(JSON.stringify(value));
const cellsBytes = (cells: Cells): number =>
  Object.entries(cells).reduce((bytes, cell) => bytes + cellBytes(cell), 0);

interface Part {
  readonly values?: Cells;
  readonly before?: Cells;
}

const grownBy = ({ values = {}, before = {} }: Part): number =>
  cellsBytes(values) - cellsBytes(before);
const sum = (parts: readonly Part[]): number =>
  parts.reduce((bytes, part) => bytes + grownBy(part), 0);

type OfTable = { readonly projectId: string; readonly tableId: string };

/** @param held number of rows that the batch locked, each by its own event */
const history = (
  { data: { projectId }, bytes }: Event<{ readonly projectId: string }>,
  held = 0,
): Change =>
  add(storageDocs, {
    id: projectId,
    by: { historyBytes: bytes + held * HOLD_BYTES, events: 1 + held },
  });

/** Counts an event that need not name its project. */
const ofSomeProject = (
  { data: { projectId }, ...event }: Event<{ readonly projectId?: string | undefined }>,
  held?: number,
): readonly Change[] =>
  projectId === undefined ? [] : [history({ ...event, data: { projectId } }, held)];

/**
 * @param rows number of added rows, negative for removed ones @param held number of rows that the
 * batch locked
 */
function ofRows(
  event: Event<OfTable>,
  parts: readonly Part[],
  rows: number,
  held = 0,
): readonly Change[] {
  const by = { rows, rowBytes: rows * ROW_BYTES + sum(parts) };
  return [history(event, held), add(storageDocs, { id: event.data.tableId, by })];
}

const empty = { rows: 0, rowBytes: 0, historyBytes: 0, events: 0 };

const special = [
  on(projectCreated, ({ data: { projectId }, bytes }) => [
    put(storageDocs, { id: projectId, projectId, ...empty, historyBytes: bytes, events: 1 }),
  ]),
  on(projectDeleted, ({ data: { projectId, ownerId, leaves }, bytes }) => [
    dropWhere(storageDocs, { projectId }),
    add(deletedStorageDocs, { id: ownerId, by: { bytes: leaves + bytes } }),
  ]),
  on(nothingChanged, e => ofSomeProject(e)),
  on(batchAbandoned, e => ofSomeProject(e, e.data.held)),
  on(numbersTaken, e => ofSomeProject(e)),
  on(accountRegistered, ({ data: { accountId } }) => [
    put(deletedStorageDocs, { id: accountId, bytes: 0 }),
  ]),
  on(accountDeleted, ({ data: { accountId } }) => [drop(deletedStorageDocs, accountId)]),
  on(tableCreated, e => [
    history(e),
    put(storageDocs, { id: e.data.tableId, projectId: e.data.projectId, ...empty }),
  ]),
  // The rows of a table in the bin still take their space.
  on(tableDeleted, e => [history(e), ...(e.data.kept ? [] : [drop(storageDocs, e.data.tableId)])]),
  on(tableErased, e => [history(e), drop(storageDocs, e.data.tableId)]),
  on(rowAdded, e => ofRows(e, [e.data], 1)),
  on(rowChanged, e => ofRows(e, [e.data], 0)),
  on(rowRemoved, e => ofRows(e, [e.data], -1)),
  on(rowRestored, e => ofRows(e, [e.data], 1)),
  on(rowsAdded, e => ofRows(e, e.data.rows, e.data.rows.length)),
  on(rowsChanged, e => ofRows(e, e.data.rows, 0, e.data.rows.length)),
  on(rowsRemoved, e => ofRows(e, e.data.rows, -e.data.rows.length, e.data.rows.length)),
  on(rowsRestored, e => ofRows(e, e.data.rows, e.data.rows.length, e.data.rows.length)),
];
const specialTypes = new Set(special.map(({ type }) => type));

const isOther = ({ type, isOfProject }: EventDefinition): boolean =>
  isOfProject && !specialTypes.has(type);
const others = events
  .filter(isOther)
  .map(definition =>
    on(definition, ({ data, ...event }) => [
      history({ ...event, data: { projectId: data['projectId'] as string } }),
    ]),
  );

const unlessErased = ({ type, project }: Handler): Handler => ({
  type,
  project: event => ((event as Event).erased ? [] : project(event)),
});

/**
 * Storage per project and of deleted projects, counted by event, so that no read ever sums it up.
 * Skips unreadable events instead of pausing (`ofMetadata`).
 */
export const storage = projection({
  name: 'storage',
  version: 4,
  collections: [storageDocs, deletedStorageDocs],
  ofMetadata: true,
  on: [...special, ...others].map(unlessErased),
});
