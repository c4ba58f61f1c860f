import type { Fact } from '@hzm/contracts/core/event';
import { Problem, type ProblemDetail } from '@hzm/contracts/core/problem';
import { ROWS_PER_EVENT, rowsAdded, rowsChanged, rowsRemoved, rowsRestored } from '@hzm/contracts/features/rows/events';
import type { Cells } from '@hzm/contracts/features/rows/row';
import { decider, type Decision } from '@hzm/services/core/decider';
import { differing, replaced } from './row.ts';

interface OfTable {
  readonly projectId: string;
  readonly tableId: string;
}

/** Whether the batch is written: its stream holds nothing else. */
export const batch = decider<boolean>(false, when => [when(rowsAdded, () => true), when(rowsChanged, () => true), when(rowsRemoved, () => true), when(rowsRestored, () => true)]);

/** As many facts as it takes, each about at most `ROWS_PER_EVENT` rows. */
const inParts = <Row>(rows: readonly Row[], fact: (rows: Row[]) => Fact): Fact[] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_PER_EVENT) }, (_, i) => fact(rows.slice(i * ROWS_PER_EVENT, (i + 1) * ROWS_PER_EVENT)));

/** What each decision is about is judged when it is decided, so `rows` may throw a Problem. */
export const addRows = (of: OfTable, rows: () => readonly { readonly id: string; readonly values: Cells }[]) => (isWritten: boolean): Decision =>
  isWritten ? [] : inParts(rows(), part => rowsAdded({ ...of, rows: part }));

/** `now`: the values it has. Rows that have the new ones already are left out. */
export const changeRows = (of: OfTable, rows: () => readonly { readonly id: string; readonly now: Cells; readonly values: Cells }[]) => (isWritten: boolean): Decision => {
  if (isWritten) return [];
  const changed = rows().map(({ id, now, values }) => ({ id, now, values: differing(now, values) })).filter(({ values }) => Object.keys(values).length > 0);
  return inParts(changed.map(({ id, now, values }) => ({ id, values, before: replaced(now, values) })), part => rowsChanged({ ...of, rows: part }));
};

export const removeRows = (of: OfTable, rows: () => readonly { readonly id: string; readonly values: Cells }[]) => (isWritten: boolean): Decision =>
  isWritten ? [] : inParts(rows().map(({ id, values }) => ({ id, before: values })), part => rowsRemoved({ ...of, rows: part }));

/** `version`: the one that the row comes back as. */
export const restoreRows = (of: OfTable, rows: () => readonly { readonly id: string; readonly values: Cells; readonly version: number; readonly createdAt: string }[]) => (isWritten: boolean): Decision =>
  isWritten ? [] : inParts(rows(), part => rowsRestored({ ...of, rows: part }));

/** Judges each one by itself and names all that is wrong. @throws Problem VALIDATION_ERROR with paths like `rows.3.price` */
export function each<Given, Judged>(given: readonly Given[], pathOf: (index: number) => string, judge: (one: Given) => Judged): Judged[] {
  const details: ProblemDetail[] = [];
  const judged: Judged[] = [];
  for (const [i, one] of given.entries()) {
    try {
      judged.push(judge(one));
    } catch (error) {
      if (!(error instanceof Problem) || !error.details) throw error;
      details.push(...error.details.map(({ path, message }) => ({ path: `${pathOf(i)}.${path}`, message })));
    }
  }
  if (details.length > 0) throw new Problem('VALIDATION_ERROR', { details });
  return judged;
}
