import type { DomainEvent } from '@hzm/contracts/core/event';
import { Details, Problem } from '@hzm/contracts/core/problem';
import {
  BYTES_PER_EVENT,
  ROWS_PER_EVENT,
  rowsAdded,
  rowsChanged,
  rowsRemoved,
  rowsRestored,
} from '@hzm/contracts/features/rows/events';
import type { Cells } from '@hzm/contracts/features/rows/row';
import type { Decision } from '@hzm/services/core/commands/decider';
import { jsonBytes } from '@hzm/services/core/ports/byte-budget';
import { slice } from '@hzm/services/core/ports/slices';
import { fieldsGone } from './field-key.ts';
import { differing, firstTold, replaced, type RowState } from './row.ts';
import { remembered, tooLarge } from './size.ts';

interface OfTable {
  readonly projectId: string;
  readonly tableId: string;
}

/**
 * A row as a batch found it. `revision`: the last one of its own stream; when the batch holds the
 * row, the next one is the hold.
 */
export interface Found {
  readonly id: string;
  readonly state: RowState;
  readonly revision: number;
  /** The last values of a removed row, if they were asked for. */
  readonly last?: Cells;
}
type Kept = Extract<RowState, { kind: 'kept' }>;

/**
 * As many facts as it takes, each about at most `ROWS_PER_EVENT` rows, or `BYTES_PER_EVENT` of
 * them.
 */
function inParts<Row>(rows: readonly Row[], fact: (rows: Row[]) => DomainEvent): DomainEvent[] {
  const parts: Row[][] = [];
  let bytes = 0;
  for (const row of rows) {
    const part = parts.at(-1);
    if (part && part.length < ROWS_PER_EVENT && bytes < BYTES_PER_EVENT) part.push(row);
    else {
      parts.push([row]);
      bytes = 0;
    }
    bytes += jsonBytes(row);
  }
  return parts.map(fact);
}

/** The times of a row that was imported; absent: those of the event. */
export interface RowTimes {
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

export const addRows = (
  of: OfTable,
  rows: readonly (RowTimes & { readonly id: string; readonly values: Cells })[],
): Decision =>
  firstOf(rows, ({ values }) => tooLarge({}, values)) ??
  inParts(rows, part => rowsAdded({ ...of, rows: part }));

/**
 * Rows that have the new values already are left out. `expected`: the versions that the caller saw,
 * for some; `current` makes what a refused caller is shown.
 * Both, and `values`, in the order of `found`.
 */
export const changeRows =
  (
    of: OfTable,
    values: readonly Cells[],
    expected: readonly (number | undefined)[],
    current: (row: Found) => unknown,
  ) =>
  (found: readonly Found[]): Decision => {
    const missing = absent(found, i => `updates.${i}.id`);
    if (missing) return missing;
    const moved = found.filter(
      (row, i) => (expected[i] ?? keptIn(row).version) !== keptIn(row).version,
    );
    if (moved.length > 0)
      return new Problem('VERSION_MISMATCH', { data: { current: moved.map(current) } });
    const changed = found
      .map((row, i) => ({
        id: row.id,
        revision: row.revision + 1,
        now: keptIn(row).values,
        values: differing(keptIn(row).values, values[i]!),
      }))
      .filter(row => Object.keys(row.values).length > 0);
    return (
      firstOf(changed, row => tooLarge(row.now, { ...row.now, ...row.values })) ??
      inParts(
        changed.map(({ now, ...row }) => ({
          ...row,
          before: remembered(replaced(now, row.values)),
        })),
        part => rowsChanged({ ...of, rows: part }),
      )
    );
  };

/** @param cause the table with the deleted rows that these point to */
export const removeRows =
  (of: OfTable, cause?: { tableId: string }) =>
  (found: readonly Found[]): Decision =>
    absent(found, i => `deletes.${i}`) ??
    inParts(
      found.map(row => ({ id: row.id, before: remembered(keptIn(row).values) })),
      part => rowsRemoved({ ...of, rows: part, ...(cause && { cause }) }),
    );

/**
 * Rows that are there are left out. `cellsOf` makes what a row held what it holds from now on.
 * @throws Problem VALIDATION_ERROR: what it held does not fit any more
 */
export const restoreRows =
  (of: OfTable, cellsOf: (last: Cells, rowId: string) => Cells) =>
  (found: readonly Found[]): Decision => {
    const unknown = found.flatMap(({ state, last }, i) =>
      state.kind === 'kept' || (state.kind === 'removed' && last)
        ? []
        : [{ path: `restores.${i}`, message: { key: 'NOT_FOUND' } }],
    );
    if (unknown.length > 0) return new Problem('NOT_FOUND', { details: unknown });
    const restored = each(
      found,
      i => `restores.${i}`,
      ({ id, revision, state, last }) =>
        state.kind === 'removed' && last
          ? [
              {
                id,
                revision: revision + 1,
                values: cellsOf(last, id),
                version: state.version + 1,
                ...firstTold(state),
              },
            ]
          : [],
    ).flat();
    return (
      firstOf(restored, ({ values }) => tooLarge({}, values)) ??
      inParts(restored, part => rowsRestored({ ...of, rows: part }))
    );
  };

/** Only of rows that `absent` has nothing to say of. */
const keptIn = ({ state }: Found): Kept => state as Kept;

function absent(found: readonly Found[], pathOf: (index: number) => string): Problem | undefined {
  const details = found.flatMap(({ state }, i) =>
    state.kind === 'kept' ? [] : [{ path: pathOf(i), message: { key: 'NOT_FOUND' } }],
  );
  return details.length > 0 ? new Problem('NOT_FOUND', { details }) : undefined;
}

/** The first problem that one of them has. */
function firstOf<Row>(
  rows: readonly Row[],
  problemOf: (row: Row) => Problem | undefined,
): Problem | undefined {
  for (const row of rows) {
    const problem = problemOf(row);
    if (problem) return problem;
  }
  return undefined;
}

/**
 * Judges each one by itself and names all that is wrong. @throws Problem VALIDATION_ERROR with
 * paths
 * like `rows.3.price`; CONFLICT with those of removed fields, where there are any
 */
export function each<Given, Judged>(
  given: readonly Given[],
  pathOf: (index: number) => string,
  judge: (one: Given, index: number) => Judged,
): Judged[] {
  const details = new Details();
  const gone = new Details();
  const judged: Judged[] = [];
  for (const [i, one] of given.entries()) {
    try {
      judged.push(judge(one, i));
    } catch (error) {
      if (!(error instanceof Problem) || !error.found) throw error;
      const found = error.code === 'CONFLICT' ? gone : details;
      found.include(error.found, path => `${pathOf(i)}.${path}`);
    }
  }
  if (gone.length > 0) throw fieldsGone(gone);
  if (details.length > 0) throw new Problem('VALIDATION_ERROR', { details });
  return judged;
}

const outcomeOf = <Judged>(judge: () => Judged): (() => Judged) => {
  try {
    const judged = judge();
    return () => judged;
  } catch (error) {
    return () => {
      throw error;
    };
  }
};

/**
 * `each` in slices, because a pattern makes one value cost milliseconds, and so do thousands of
 * unknown names.
 * @throws Problem VALIDATION_ERROR, CONFLICT
 */
export async function eachInSlices<Given, Judged>(
  given: readonly Given[],
  pathOf: (index: number) => string,
  judge: (one: Given, index: number) => Judged,
): Promise<Judged[]> {
  const outcomes: (() => Judged)[] = [];
  for (const [i, one] of given.entries()) {
    const wait = slice();
    if (wait) await wait;
    outcomes.push(outcomeOf(() => judge(one, i)));
  }
  return each(outcomes, pathOf, outcome => outcome());
}
