import type { Json } from '@hzm/contracts/core/json';
import { same } from './row.ts';

/** What one act did to one cell. */
export interface CellChange {
  readonly rowId: string;
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
}

/** What this person did and took back, the latest last. */
export interface Acts {
  readonly done: readonly (readonly CellChange[])[];
  readonly undone: readonly (readonly CellChange[])[];
}

export const noActs: Acts = { done: [], undone: [] };
const REMEMBERED = 100;

export const did = ({ done }: Acts, act: readonly CellChange[]): Acts => ({ done: [...done, act].slice(-REMEMBERED), undone: [] });

/** The acts after going one back, the cells to change for it, and how many somebody else has changed since: those stay. */
export interface Turn {
  readonly acts: Acts;
  readonly changes: readonly CellChange[];
  readonly refused: number;
}

/** One back (`undo`) or forth again (`redo`); undefined when there is nothing. `now` tells what a cell holds. */
export function turn({ done, undone }: Acts, way: 'undo' | 'redo', now: (rowId: string, field: string) => Json | undefined): Turn | undefined {
  const act = (way === 'undo' ? done : undone).at(-1);
  if (!act) return undefined;
  const back = act.map(({ rowId, field, before, after }) => ({ rowId, field, before: after, after: before }));
  const wanted = way === 'undo' ? back : act;
  const changes = wanted.filter(({ rowId, field, before }) => same(now(rowId, field), before));
  const kept = changes.map(({ rowId, field, before, after }) => (way === 'undo' ? { rowId, field, before: after, after: before } : { rowId, field, before, after }));
  const put = kept.length > 0 ? [kept] : [];
  return {
    acts: way === 'undo' ? { done: done.slice(0, -1), undone: [...undone, ...put] } : { done: [...done, ...put], undone: undone.slice(0, -1) },
    changes,
    refused: act.length - changes.length,
  };
}
