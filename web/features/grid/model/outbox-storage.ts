import type { Op } from './op.ts';

/** Where ops are kept, so that what is not confirmed outlives a reload: one entry per op, so that two tabs do not overwrite each other. */
export type StorageLike = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const prefixOf = (owner: string, table: string): string => `hzm-op/${owner}/${table}/`;

/** The kept ops of a person in a table, oldest first. What was under way waits again: nobody knows how it ended. */
export function keptOps(storage: StorageLike, owner: string, table: string): readonly Op[] {
  const prefix = prefixOf(owner, table);
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at)!).filter(key => key.startsWith(prefix)).toSorted();
  return keys.flatMap(key => {
    try {
      const op = JSON.parse(storage.getItem(key)!) as Op;
      return [op.state === 'sending' ? { ...op, state: 'waiting' as const } : op];
    } catch {
      return [];
    }
  });
}

/** Keeps a table's ops in the storage as they come and go: once for all that happens at the same time, since writing thousands takes a while. */
export function keeper(storage: StorageLike, owner: string, table: string, start: readonly Op[]): (ops: readonly Op[]) => void {
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

/** Brings the storage up to date. A full storage costs only the reload: the ops are still here. */
export function keep(storage: StorageLike, owner: string, table: string, before: readonly Op[], after: readonly Op[]): void {
  const prefix = prefixOf(owner, table);
  const [known, kept] = [new Set(before), new Set(after.map(op => op.id))];
  for (const { id } of before) if (!kept.has(id)) storage.removeItem(prefix + id);
  for (const op of after) {
    if (known.has(op)) continue;
    try {
      storage.setItem(prefix + op.id, JSON.stringify(op));
    } catch {
      return;
    }
  }
}

/** The op that another tab has put away, by the name of its entry. */
export const putAway = (owner: string, table: string, key: string | null): string | undefined =>
  key?.startsWith(prefixOf(owner, table)) ? key.slice(prefixOf(owner, table).length) : undefined;

/** The tables in which a person left something. */
export const keptTables = (storage: StorageLike, owner: string): ReadonlySet<string> =>
  new Set(Array.from({ length: storage.length }, (_, at) => storage.key(at)!.split('/')).filter(([kind, by]) => kind === 'hzm-op' && by === owner).map(([, , table]) => table!));
