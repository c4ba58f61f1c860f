import type { DomainEvent } from '@hzm/contracts/core/event';
import { memberOf } from '@hzm/contracts/core/json';
import {
  rowAdded,
  rowRestored,
  rowsAdded,
  rowsRestored,
} from '@hzm/contracts/features/rows/events';
import type { Cells } from '@hzm/contracts/features/rows/row';
import type { Field } from '@hzm/contracts/features/tables/table';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import type { Complete } from '@hzm/services/core/commands/command-executor';
import { takeNumbers, type NumberSources } from '../tables/numbers.ts';

/** Types of events that make rows. */
const MAKING: ReadonlySet<string> = new Set(
  [rowAdded, rowsAdded, rowRestored, rowsRestored].map(({ type }) => type),
);

interface Made {
  readonly rowId: string;
  readonly values: Cells;
}

/** The fields whose values are auto numbers. */
export const numberFields = <Of extends Pick<Field, 'type'>>(fields: Iterable<Of>): Of[] =>
  [...fields].filter(({ type }) => type === 'auto_number');

/** Returns the auto numbers of a row. */
export const numbersIn = (fields: Iterable<Pick<Field, 'id' | 'type'>>, values: Cells): Cells =>
  Object.fromEntries(
    numberFields(fields).flatMap(({ id }) => {
      const number = memberOf(values, id);
      return typeof number === 'number' ? [[id, number]] : [];
    }),
  );

type MakingData = { readonly rowId?: string; readonly values?: Cells } & {
  readonly rows?: readonly { readonly id: string; readonly values: Cells }[];
};

/** The rows that an event makes. */
function madeBy({ type, data }: DomainEvent): readonly Made[] {
  if (!MAKING.has(type)) return [];
  const { rowId, values, rows } = data as MakingData;
  if (rows) return rows.map(row => ({ rowId: row.id, values: row.values }));
  return rowId !== undefined && values ? [{ rowId, values }] : [];
}

/** Adds numbers to the rows that an event makes. */
function withNumbers(fact: DomainEvent, numbersOf: (row: Made) => Cells): DomainEvent {
  if (!MAKING.has(fact.type)) return fact;
  const data = fact.data as MakingData;
  const numbered = (rowId: string, values: Cells): Cells => ({
    ...values,
    ...numbersOf({ rowId, values }),
  });
  const made = data.rows
    ? { rows: data.rows.map(row => ({ ...row, values: numbered(row.id, row.values) })) }
    : { values: numbered(data.rowId!, data.values!) };
  return { ...fact, data: { ...data, ...made } };
}

/**
 * Numbers the rows that events make, in each field of auto numbers. Every attempt of a command
 * gives a row the same numbers.
 */
export function numbering(
  sources: NumberSources,
  of: { readonly projectId: string; readonly tableId: string },
): Complete {
  const taken = new Map<string, Map<string, number>>();
  const isWithout = ({ values }: Made, fieldId: string): boolean =>
    typeof memberOf(values, fieldId) !== 'number';
  /**
   * Returns the numbers that a row lacks; one that it already has wins over an earlier attempt's.
   */
  const numbersOf = (row: Made): Cells =>
    Object.fromEntries(
      [...(taken.get(row.rowId) ?? [])].filter(([fieldId]) => isWithout(row, fieldId)),
    );
  const take = async (fieldId: string, rows: readonly Made[]): Promise<void> => {
    const without = rows.filter(
      row => isWithout(row, fieldId) && !taken.get(row.rowId)?.has(fieldId),
    );
    if (without.length === 0) return;
    const first = await takeNumbers(sources, { ...of, fieldId }, without.length);
    for (const [i, { rowId }] of without.entries())
      taken.set(rowId, (taken.get(rowId) ?? new Map()).set(fieldId, first + i));
  };
  return async facts => {
    const makesRows = facts.some(({ type }) => MAKING.has(type));
    const table = makesRows ? await sources.model.get(tableDocs, of.tableId) : undefined;
    const fields = numberFields(Object.values(table?.fields ?? {}));
    if (fields.length === 0) return { facts, part: '' };
    const rows = facts.flatMap(madeBy);
    await Promise.all(fields.map(({ id }) => take(id, rows)));
    const numbers = [...taken.values()].flatMap(one => [...one.values()]);
    return {
      facts: facts.map(fact => withNumbers(fact, numbersOf)),
      part: ` ${numbers.join(' ')}`,
    };
  };
}
