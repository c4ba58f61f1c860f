import {
  idOfEntry,
  readEntries,
  writeEntries,
  type StorageLike,
} from '../../../lib/entry-storage.ts';
import type { Op } from './op.ts';

const prefixOf = (owner: string, table: string): string => `hzm-op/${owner}/${table}/`;

/** The kept ops of a person in a table, oldest first. */
export const keptOps = (storage: StorageLike, owner: string, table: string): readonly Op[] =>
  readEntries(storage, prefixOf(owner, table)) as readonly Op[];

/**
 * Keeps a table's ops in the storage as they come and go: once for all that happens at the same
 * time, since writing thousands takes a while.
 */
export function keeper(
  storage: StorageLike,
  owner: string,
  table: string,
  start: readonly Op[],
): (ops: readonly Op[]) => void {
  let written = start;
  let wanted = start;
  return ops => {
    const isPlanned = wanted !== written;
    wanted = ops;
    if (!isPlanned) {
      queueMicrotask(() => {
        keep(storage, owner, table, written, wanted);
        written = wanted;
      });
    }
  };
}

/** Brings the storage up to date: one entry per op. */
export const keep = (
  storage: StorageLike,
  owner: string,
  table: string,
  before: readonly Op[],
  after: readonly Op[],
): void => writeEntries(storage, prefixOf(owner, table), before, after);

/** The id of an op, by the name of its entry. */
export const idOfOp = (owner: string, table: string, key: string | null): string | undefined =>
  idOfEntry(prefixOf(owner, table), key);

/** The tables in which a person left something. */
export const keptTables = (storage: StorageLike, owner: string): ReadonlySet<string> =>
  new Set(
    Array.from({ length: storage.length }, (_, at) => storage.key(at)!.split('/'))
      .filter(([kind, by]) => kind === 'hzm-op' && by === owner)
      .map(([, , table]) => table!),
  );
