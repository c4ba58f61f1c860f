import { atom, store, type Atom } from '../../../state/jotai.ts';
import { keeper, keptOps } from '../model/outbox-storage.ts';
import type { Table } from '../model/reconcile.ts';
import { initialGrid, withTable, type Grid } from './state.ts';

export interface GridStore {
  readonly atom: Atom<Grid>;
  readonly get: () => Grid;
  readonly set: (change: (grid: Grid) => Grid) => void;
  /** Changes the table alone. */
  readonly update: (change: (table: Table) => Table) => void;
}

/**
 * Holds one table's grid; its ops come from this browser's storage and are written back as they
 * change.
 */
export function createGridStore(owner: string, tableId: string): GridStore {
  const start = initialGrid(keptOps(localStorage, owner, tableId));
  const held = atom(start);
  const persist = keeper(localStorage, owner, tableId, start.table.ops);
  const get = (): Grid => store.get(held);
  const set = (change: (grid: Grid) => Grid): void => {
    const before = get();
    const after = change(before);
    if (after === before) return;
    store.set(held, after);
    if (after.table.ops !== before.table.ops) persist(after.table.ops);
  };
  return {
    atom: atom(read => read(held)),
    get,
    set,
    update: change => set(grid => withTable(grid, change)),
  };
}
