import type { Json } from '@hzm/contracts/core/json';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import type { Values } from './row.ts';

/** The types of fields by their ids, as they were when something was done. */
export type TypesThen = ReadonlyMap<string, FieldType>;

/** The change of one cell by one action. */
export interface CellChange {
  readonly rowId: string;
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
  readonly types?: TypesThen;
}

/** A row that came or went; `values`: what it held. */
export interface RowChange {
  readonly rowId: string;
  readonly isThere: boolean;
  readonly values: Values;
  readonly types?: TypesThen;
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

/** Why a change is not taken back: another value stands there, or its field is another one. */
export type Hindrance = 'changed' | 'field-gone' | 'type-changed';

export interface Refused {
  readonly change: Change;
  readonly by: Hindrance;
}

/** The acts after going one back, the changes to make for it, and those of it that are not made. */
export interface Turn {
  readonly acts: UndoStack;
  readonly changes: readonly Change[];
  readonly refused: readonly Refused[];
}

const reversed = (change: Change): Change =>
  isOfCell(change)
    ? { ...change, before: change.after, after: change.before }
    : { ...change, isThere: !change.isThere };

/**
 * One back (`undo`) or forth again (`redo`); undefined when there is nothing. `hindrance` tells
 * what stands in the way of a change.
 */
export function turn(
  { done, undone }: UndoStack,
  way: 'undo' | 'redo',
  hindrance: (change: Change) => Hindrance | undefined,
): Turn | undefined {
  const act = (way === 'undo' ? done : undone).at(-1);
  if (!act) return undefined;
  const wanted = way === 'undo' ? act.map(reversed).toReversed() : act;
  const judged = wanted.map(change => ({ change, by: hindrance(change) }));
  const changes = judged.flatMap(({ change, by }) => (by === undefined ? [change] : []));
  const kept = way === 'undo' ? changes.map(reversed).toReversed() : changes;
  const put = kept.length > 0 ? [kept] : [];
  return {
    acts:
      way === 'undo'
        ? { done: done.slice(0, -1), undone: [...undone, ...put] }
        : { done: [...done, ...put], undone: undone.slice(0, -1) },
    changes,
    refused: judged.flatMap(({ change, by }) => (by === undefined ? [] : [{ change, by }])),
  };
}
