import {
  fieldsOfRule,
  MAX_COLOR_RULES,
  type ColorRuleOf,
} from '@hzm/contracts/features/saved-views/color-rules';
import { optionColors, type OptionColor } from '@hzm/contracts/features/tables/options';
import { whereOf, type FieldCondition } from './where.ts';

/** A colour for rows, or for the cells of one field. */
export type ColorRule = ColorRuleOf<FieldCondition, OptionColor>;
export type Colors = readonly ColorRule[];

function ruleOf(value: unknown, idOf: (key: string) => string): readonly ColorRule[] {
  if (typeof value !== 'object' || value === null) return [];
  const { where, color, by, cell } = value as { readonly [name: string]: unknown };
  const own = typeof cell === 'string' ? { cell: idOf(cell) } : {};
  if (typeof by === 'string') return [{ by: idOf(by), ...own }];
  const known = optionColors.find(one => one === color);
  const conditions = whereOf(where, idOf);
  return known && conditions ? [{ where: conditions, color: known, ...own }] : [];
}

/** The colour rules of an address; undefined if there are none. */
export function colorsOf(value: unknown, idOf: (key: string) => string): Colors | undefined {
  if (!Array.isArray(value)) return undefined;
  const rules = value.flatMap((one: unknown) => ruleOf(one, idOf)).slice(0, MAX_COLOR_RULES);
  return rules.length > 0 ? rules : undefined;
}

/** The ids of all fields that colours depend on. */
export const coloringFields = (colors: Colors | undefined): readonly string[] =>
  (colors ?? []).flatMap(rule => fieldsOfRule<FieldCondition>(rule));

/** Rules without those that name other fields; undefined if none is left. */
export function colorsWithin(
  colors: Colors | undefined,
  isKnown: (field: string) => boolean,
): Colors | undefined {
  const known = (colors ?? []).filter(rule => fieldsOfRule<FieldCondition>(rule).every(isKnown));
  return known.length > 0 ? known : undefined;
}
