import { hasLists, hasOptions, hasPeople } from '../../core/everyday.ts';
import { fieldTypeGroups, formOf, type FieldType } from '../tables/field-types.ts';
import { numberTypes } from '../tables/field-validation.ts';

/** Maximum rows that a summary is computed over, and maximum groups and figures in it. */
export const MAX_SUMMARY_ROWS = 50_000;
export const MAX_SUMMARY_GROUPS = 1_000;
export const MAX_SUMMARY_FIGURES = 50;

/** Figures of a column: counts of any values, and sizes of those that have one. */
export const computations = [
  'filled',
  'empty',
  'unique',
  'sum',
  'average',
  'minimum',
  'maximum',
] as const;
export type Computation = (typeof computations)[number];

/** Spans that rows are grouped by a date in. */
export const groupSteps = ['day', 'month', 'year'] as const;
export type GroupStep = (typeof groupSteps)[number];

/** Whether the values of a type are days or moments. */
const isDated = (type: FieldType): boolean => ['date', 'moment'].includes(formOf(type));
const texts: ReadonlySet<FieldType> = new Set<FieldType>([
  'string',
  'text',
  'email',
  'url',
  'phone',
  ...fieldTypeGroups.relational,
]);

/** Returns what can be computed over a column of a type. */
export const computationsOf = (type: FieldType): readonly Computation[] =>
  type === 'currency' || numberTypes.has(type)
    ? computations
    : isDated(type)
      ? ['filled', 'empty', 'unique', 'minimum', 'maximum']
      : ['filled', 'empty', 'unique'];

/** The ways in which rows are grouped by a field. */
export type GroupKind = 'option' | 'boolean' | 'number' | 'text' | 'date';

/** Returns the way in which rows are grouped by a type; undefined if they are not. */
export function groupKindOf(type: FieldType): GroupKind | undefined {
  if (hasOptions(type)) return hasLists(type) ? undefined : 'option';
  if (type === 'boolean') return 'boolean';
  if (isDated(type)) return 'date';
  if (texts.has(type) || hasPeople(type)) return 'text';
  return numberTypes.has(type) ? 'number' : undefined;
}
