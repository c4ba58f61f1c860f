import { choiceIn } from '@hzm/contracts/core/choices';
import { hasFiles, hasLists, hasOptions, hasPeople } from '@hzm/contracts/core/everyday';
import { Id } from '@hzm/contracts/core/ids';
import { fold } from '@hzm/contracts/core/turkish';
import type { FieldOption } from '@hzm/contracts/features/tables/options';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { RowDoc } from '@hzm/projections/features/rows/rows';
import type {
  Condition,
  ConditionGroup,
  Find,
  Path,
  SortKey,
  TextOrder,
} from '@hzm/services/core/ports/read-model';
import { memberOfType, pathOf, timeOfType } from '../../access/given.ts';
import type { ValueClock } from '../tables/value-clock.ts';
import { never, spanConditions } from './moments.ts';

type RowCondition = Condition<Path<RowDoc>>;
type Comparison = 'eq' | 'ne' | 'in' | 'gt' | 'gte' | 'lt' | 'lte';

/** Whether a field's values are options, or people of whom the caller is told. */
export const hasChoices = ({ type, validation }: Pick<Field, 'type' | 'validation'>): boolean =>
  hasOptions(type) || (hasPeople(type) && validation.options !== undefined);

const optionsOf = ({ validation }: Pick<Field, 'validation'>): readonly FieldOption[] =>
  validation.options ?? [];

/** Ids as rows may still have them: of the options, and of those merged into them. */
const idsOf = (options: readonly FieldOption[]): string[] =>
  options.flatMap(({ id, merged = [] }) => [id, ...merged]);

const among = (field: Field, options: readonly FieldOption[], negated = false): RowCondition => {
  const path = pathOf(field);
  const ids = idsOf(options);
  if (hasLists(field.type)) return { path, op: 'has', values: ids, negated };
  if (!negated) return { path, op: 'in', values: ids };
  return ids.length === 1
    ? { path, op: 'ne', value: ids[0]! }
    : { path, op: 'has', values: ids, negated };
};

/** Returns the options on one side of the named ones. */
function sideOf(
  op: Comparison,
  options: readonly FieldOption[],
  named: readonly FieldOption[],
): readonly FieldOption[] {
  if (op === 'eq' || op === 'ne' || op === 'in') return named;
  const at = options.indexOf(named[0]!);
  if (op === 'gt' || op === 'gte') return options.slice(op === 'gt' ? at + 1 : at);
  return options.slice(0, op === 'lt' ? at : at + 1);
}

/**
 * Returns the condition on a field with options that a comparison with ids or names makes; a list
 * passes if one of its options does. Undefined if a text names no option.
 */
export function comparedChoice(
  field: Field,
  op: Comparison,
  texts: readonly string[],
): RowCondition | undefined {
  const options = optionsOf(field);
  const ids = texts.map(text => choiceIn(options, text));
  const named = options.filter(({ id }) => ids.includes(id));
  return ids.includes(undefined) || named.length === 0
    ? undefined
    : among(field, sideOf(op, options, named), op === 'ne');
}

const containing = (field: Field, text: string): readonly FieldOption[] => {
  const needle = fold(text);
  return optionsOf(field).filter(({ name }) => fold(name).includes(needle));
};

/** Returns the condition that an option's name contains a text. */
export const containedChoice = (field: Field, text: string): RowCondition =>
  among(field, containing(field, text));

/**
 * Returns the condition that a field contains a text. Who added or changed a row is kept as an id,
 * which only the whole id finds.
 */
export function containedText(field: Field, text: string): RowCondition {
  const path = pathOf(field);
  if (!memberOfType(field.type)) return { path, op: 'contains', text };
  const id = Id.safeParse(text.trim()).data?.toLowerCase();
  return { path, op: 'in', values: id === undefined ? [] : [id] };
}

/**
 * Returns the conditions that a field contains a text: options by their names, the times of rows by
 * the year, month or day that it names.
 */
export function contained(field: Field, text: string, clock: ValueClock): RowCondition[] {
  const time = timeOfType(field.type);
  if (time) return spanConditions(time, text, clock) ?? [never(time)];
  return [hasChoices(field) ? containedChoice(field, text) : containedText(field, text)];
}

/** Returns the order of a field's options; undefined for fields without. */
export const orderOf = (field: Field): TextOrder | undefined =>
  hasChoices(field)
    ? { texts: optionsOf(field).map(({ id }) => id), areLists: hasLists(field.type) }
    : undefined;

/**
 * Returns a sort by a time of rows. The last change is found by its time, because conversions of
 * values move rows in the order of changes, but change nobody's row.
 */
export const sortByTime = (time: 'created_at' | 'updated_at'): SortKey<RowDoc>['by'] =>
  time === 'created_at' ? 'created' : { path: time };

/** Returns a sort by a field: by its options in their order, or by its values. */
export function sortBy(field: Field): SortKey<RowDoc>['by'] {
  const time = timeOfType(field.type);
  if (time) return sortByTime(time);
  const order = orderOf(field);
  return { path: pathOf(field), ...(order && { order }) };
}

/** Returns the conditions that the times of rows, where fields show them, lie in a named span. */
const spansIn = (fields: readonly Field[], text: string, clock: ValueClock) =>
  [...new Set(fields.map(({ type }) => timeOfType(type)))].flatMap(time => {
    const all = time && spanConditions(time, text, clock);
    return all ? [{ all }] : [];
  });

/** Whether a search finds the values of a field by their text. */
export const isSearchedAsText = (field: Field): boolean =>
  !hasChoices(field) && !memberOfType(field.type) && !hasFiles(field.type);

/** Returns a search in fields, which finds options by their names, and the times of rows by days. */
export function searchIn(
  fields: readonly Field[],
  text: string,
  clock: ValueClock,
): Pick<Find<RowDoc>, 'search' | 'searchIn' | 'searchAlso'> {
  const chosen = fields.filter(hasChoices);
  const named = chosen
    .map(field => [field, containing(field, text)] as const)
    .filter(([, options]) => options.length > 0)
    .map(([field, options]) => among(field, options));
  const also: (RowCondition | ConditionGroup<Path<RowDoc>>)[] = [
    ...named,
    ...spansIn(fields, text, clock),
  ];
  return {
    search: text,
    searchIn: fields.filter(isSearchedAsText).map(({ id }) => id),
    ...(also.length > 0 && { searchAlso: also }),
  };
}
