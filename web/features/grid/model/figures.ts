import { memberOf } from '@hzm/contracts/core/json';
import {
  computations,
  groupSteps,
  MAX_SUMMARY_FIGURES,
  type Computation,
  type GroupStep,
} from '@hzm/contracts/features/rows/summary';
import type { Filter } from './filter.ts';
import { requiredIn, type Filtering } from './where.ts';

/** The field that rows are grouped by, by its id, and the span of a date. */
export interface GroupBy {
  readonly field: string;
  readonly by?: GroupStep;
  /** Whether all groups are open. */
  readonly all?: true;
}
/** Returns a grouping of which not all groups are open. */
export const withClosed = ({ field, by }: GroupBy): GroupBy => ({ field, ...(by && { by }) });

/** Figures under the columns, by field. */
export type Summaries = { readonly [field: string]: Computation };

const isOneOf = <T extends string>(known: readonly T[], value: unknown): value is T =>
  known.some(one => one === value);

/** The grouping of an address; what makes no sense is none. */
export function groupByOf(value: unknown, idOf: (key: string) => string): GroupBy | undefined {
  const { field, by, all } = (value ?? {}) as { readonly [member in keyof GroupBy]?: unknown };
  if (typeof field !== 'string') return undefined;
  return {
    field: idOf(field),
    ...(isOneOf(groupSteps, by) && { by }),
    ...(all === true && { all }),
  };
}

/** The figures of an address; undefined if there are none. */
export function summariesOf(value: unknown, idOf: (key: string) => string): Summaries | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const known = Object.entries(value).flatMap(([field, compute]) =>
    isOneOf(computations, compute) ? [[idOf(field), compute] as const] : [],
  );
  return known.length > 0 ? Object.fromEntries(known.slice(0, MAX_SUMMARY_FIGURES)) : undefined;
}

/** Whether no other field can have a figure. */
export const isFull = (summary: Summaries | undefined): boolean =>
  Object.keys(summary ?? {}).length >= MAX_SUMMARY_FIGURES;

/** Figures with another one for a field, or without it; undefined if there are none left. */
export function withSummary(
  summary: Summaries | undefined,
  field: string,
  compute: Computation | undefined,
): Summaries | undefined {
  const { [field]: _, ...rest } = summary ?? {};
  const next = compute === undefined ? rest : { ...rest, [field]: compute };
  return Object.keys(next).length > 0 ? next : undefined;
}

/** The condition of a group as the filter of a column. */
export const groupFilter = (
  filter: Readonly<Record<string, string | boolean>>,
): Exclude<Filter, string> =>
  Object.fromEntries(Object.entries(filter).map(([op, operand]) => [op, String(operand)]));

/** Filters with the condition of a group, which holds besides a filter of its field. */
export function withinGroup(
  { filters, where }: Filtering,
  field: string,
  filter: Exclude<Filter, string>,
): Filtering {
  const own = memberOf(filters, field);
  if (own === undefined) return { filters: { ...filters, [field]: filter }, where };
  return { filters, where: { all: [{ field, filter }, ...requiredIn(where)] } };
}
