import type { Json } from '@hzm/contracts/core/json';
import type { Values } from './row.ts';

/** The change of one cell by one action. */
export interface CellChange {
  readonly rowId: string;
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
}

/** A row that came or went; `values`: what it held. */
export interface RowChange {
  readonly rowId: string;
  readonly isThere: boolean;
  readonly values: Values;
}

export type Change = CellChange | RowChange;
export const isOfCell = (change: Change): change is CellChange => 'field' in change;

/** The person's actions and the undone ones, newest last. */
export interface UndoStack {
  readonly done: readonly (readonly Change[])[];
  readonly undone: readonly (readonly Change[])[];
}

export const emptyUndoStack: UndoStack = { done: [], undone: [] };
const MAX_STEPS = 100;

export const push = ({ done }: UndoStack, act: readonly Change[]): UndoStack => ({
  done: [...done, act].slice(-MAX_STEPS),
  undone: [],
});

/**
 * The acts after going one back, the changes to make for it, and those of it that are not made:
 * somebody else has been there since.
 */
export interface Turn {
  readonly acts: UndoStack;
  readonly changes: readonly Change[];
  readonly refused: readonly Change[];
}

const reversed = (change: Change): Change =>
  isOfCell(change)
    ? { ...change, before: change.after, after: change.before }
    : { ...change, isThere: !change.isThere };

/**
 * One back (`undo`) or forth again (`redo`); undefined when there is nothing. `may` tells whether
 * what a change begins with is still so.
 */
export function turn(
  { done, undone }: UndoStack,
  way: 'undo' | 'redo',
  may: (change: Change) => boolean,
): Turn | undefined {
  const act = (way === 'undo' ? done : undone).at(-1);
  if (!act) return undefined;
  const wanted = way === 'undo' ? act.map(reversed).toReversed() : act;
  const changes = wanted.filter(may);
  const kept = way === 'undo' ? changes.map(reversed).toReversed() : changes;
  const put = kept.length > 0 ? [kept] : [];
  return {
    acts:
      way === 'undo'
        ? { done: done.slice(0, -1), undone: [...undone, ...put] }
        : { done: [...done, ...put], undone: undone.slice(0, -1) },
    changes,
    refused: wanted.filter(change => !changes.includes(change)),
  };
}
