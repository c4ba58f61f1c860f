import type { Fact } from '@hzm/contracts/core/event';
import { Details, Problem } from '@hzm/contracts/core/problem';
import { BYTES_PER_EVENT, ROWS_PER_EVENT, rowsAdded, rowsChanged, rowsRemoved } from '@hzm/contracts/features/rows/events';
import type { Cells } from '@hzm/contracts/features/rows/row';
import { decider, type Decision } from '@hzm/services/core/decider';
import { jsonBytes } from '@hzm/services/core/ports/byte-budget';
import { differing, replaced } from './row.ts';
import { remembered, tooLarge } from './size.ts';

interface OfTable {
  readonly projectId: string;
  readonly tableId: string;
}

/** Whether the batch is written: its stream holds nothing else. */
export const batch = decider<boolean>(false, when => [when(rowsAdded, () => true), when(rowsChanged, () => true), when(rowsRemoved, () => true)]);

/** As many facts as it takes, each about at most `ROWS_PER_EVENT` rows, or `BYTES_PER_EVENT` of them. */
function inParts<Row>(rows: readonly Row[], fact: (rows: Row[]) => Fact): Fact[] {
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

/** What each decision is about is judged when it is decided, so `rows` may throw a Problem. */
export const addRows = (of: OfTable, rows: () => readonly { readonly id: string; readonly values: Cells }[]) => (isWritten: boolean): Decision =>
  isWritten ? [] : inParts(fitting(rows(), ({ values }) => tooLarge({}, values)), part => rowsAdded({ ...of, rows: part }));

/** `now`: the values it has. Rows that have the new ones already are left out. */
export const changeRows = (of: OfTable, rows: () => readonly { readonly id: string; readonly now: Cells; readonly values: Cells }[]) => (isWritten: boolean): Decision => {
  if (isWritten) return [];
  const changed = rows().map(({ id, now, values }) => ({ id, now, values: differing(now, values) })).filter(({ values }) => Object.keys(values).length > 0);
  fitting(changed, ({ now, values }) => tooLarge(now, { ...now, ...values }));
  return inParts(changed.map(({ id, now, values }) => ({ id, values, before: remembered(replaced(now, values)) })), part => rowsChanged({ ...of, rows: part }));
};

export const removeRows = (of: OfTable, rows: () => readonly { readonly id: string; readonly values: Cells }[]) => (isWritten: boolean): Decision =>
  isWritten ? [] : inParts(rows().map(({ id, values }) => ({ id, before: remembered(values) })), part => rowsRemoved({ ...of, rows: part }));

/** The rows, none of them too large. @throws Problem PAYLOAD_TOO_LARGE */
function fitting<Row>(rows: readonly Row[], problem: (row: Row) => Problem | undefined): readonly Row[] {
  for (const row of rows) {
    const found = problem(row);
    if (found) throw found;
  }
  return rows;
}

/** Judges each one by itself and names all that is wrong. @throws Problem VALIDATION_ERROR with paths like `rows.3.price` */
export function each<Given, Judged>(given: readonly Given[], pathOf: (index: number) => string, judge: (one: Given) => Judged): Judged[] {
  const details = new Details();
  const judged: Judged[] = [];
  for (const [i, one] of given.entries()) {
    try {
      judged.push(judge(one));
    } catch (error) {
      if (!(error instanceof Problem) || !error.found) throw error;
      details.include(error.found, path => `${pathOf(i)}.${path}`);
    }
  }
  if (details.length > 0) throw new Problem('VALIDATION_ERROR', { details });
  return judged;
}
