import { choiceIn, choicesIn } from '@hzm/contracts/core/choices';
import { hasOptions, hasPeople } from '@hzm/contracts/core/everyday';
import { Id } from '@hzm/contracts/core/ids';
import { type Json, memberOf } from '@hzm/contracts/core/json';
import { Details, Problem, type Text } from '@hzm/contracts/core/problem';
import type { Cells } from '@hzm/contracts/features/rows/row';
import type { FieldOption } from '@hzm/contracts/features/tables/options';
import type { Field } from '@hzm/contracts/features/tables/table';
import { tellsAll, UNTOLD, type Telling } from '../../access/told.ts';

/** Maximum options that a refusal names. */
const MAX_NAMED = 20;

/** Returns the refusal of a text that is none of the options, naming those that are accepted. */
export function unknownOption(options: readonly FieldOption[]): Text {
  const names = options.filter(({ retired }) => !retired).map(({ name }) => name);
  if (names.length === 0) return { key: 'value-option-none' };
  const some = names.slice(0, MAX_NAMED).join(', ');
  return {
    key: 'value-option-unknown',
    values: { options: names.length > MAX_NAMED ? `${some}, …` : some },
  };
}

/** Returns a value of a field with options as ids; a text of the refusal if one is unknown. */
export function chosen(
  { validation: { options = [] } }: Pick<Field, 'validation'>,
  value: Json,
): { readonly value: Json } | { readonly problem: Text } {
  const ids = Array.isArray(value)
    ? choicesIn(options, value as readonly string[])
    : choiceIn(options, value as string);
  return ids === undefined ? { problem: unknownOption(options) } : { value: ids };
}

/** The refusal of a text that names nobody of the project, which names nobody either. */
export const UNKNOWN_PERSON: Text = { key: 'value-person-unknown' };

/** Returns the id of the person that a text names by id, or as the field's options name people. */
export const personIn = (
  { validation: { options = [] } }: Pick<Field, 'validation'>,
  text: Json,
): string | undefined =>
  typeof text === 'string'
    ? (Id.safeParse(text).data?.toLowerCase() ?? choiceIn(options, text))
    : undefined;

/** Whether a value newly names somebody who is none of the people that a field has as options. */
const isStranger = (
  { type, validation: { options = [] } }: Field,
  value: Json | undefined,
  held: Json | undefined,
): boolean =>
  hasPeople(type) &&
  typeof value === 'string' &&
  value !== held &&
  options.every(({ id }) => id !== value);

const textsIn = (value: Json | undefined): readonly string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.map(String) : [];

/** Returns the retired option that a value newly takes. */
function newlyRetired(
  { validation: { options = [] } }: Field,
  value: Json | undefined,
  held: Json | undefined,
): FieldOption | undefined {
  const before = new Set(textsIn(held).map(text => choiceIn(options, text)));
  const taken = textsIn(value).filter(id => !before.has(id));
  return options.find(({ id, retired }) => retired && taken.includes(id));
}

/** Returns why a field does not newly take a value; undefined if it does. */
function untaken(field: Field, value: Json | undefined, held: Json | undefined): Text | undefined {
  if (isStranger(field, value, held)) return UNKNOWN_PERSON;
  const retired = hasOptions(field.type) ? newlyRetired(field, value, held) : undefined;
  return retired && { key: 'value-option-retired', values: { name: retired.name } };
}

/**
 * Returns the refusal of values that newly take a retired option, or somebody who is not in the
 * project; undefined if none does.
 * @param held the row's values so far, whose retired options and former people it keeps
 */
export function untakenProblem(
  fields: readonly Field[],
  values: Cells,
  held: Cells = {},
  telling: Telling = tellsAll,
): Problem | undefined {
  const details = new Details();
  for (const field of fields) {
    const message = untaken(field, memberOf(values, field.id), memberOf(held, field.id));
    if (message)
      details.push({
        path: telling.isUnnamed(field) ? '' : field.name,
        message: telling.isUnshown(field) ? UNTOLD : message,
      });
  }
  return details.length > 0 ? new Problem('VALIDATION_ERROR', { details }) : undefined;
}
