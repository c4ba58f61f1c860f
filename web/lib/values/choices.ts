import { choiceIn, namesIn } from '@hzm/contracts/core/choices';
import { hasPeople } from '@hzm/contracts/core/everyday';
import { fold } from '@hzm/contracts/core/turkish';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import type { FieldOption } from '@hzm/contracts/features/tables/options';
import type { Field } from '@hzm/contracts/features/tables/table';

export const isChoice = (type: FieldType): type is 'select' | 'multi_select' =>
  type === 'select' || type === 'multi_select';

/** Whether values are people: chosen ones, or the authors of the row. */
export const isPerson = (type: FieldType): boolean => hasPeople(type);

/** Whether values are chosen among options: those of the field, or the people of the project. */
export const isOfOptions = (type: FieldType): boolean => isChoice(type) || isPerson(type);

/** Whether rows can stand on a board, in a column for each option. */
export const isOfColumns = (type: FieldType): boolean => type === 'select' || isPerson(type);

export const optionsIn = ({ validation }: Pick<Field, 'validation'>): readonly FieldOption[] =>
  validation.options ?? [];

/** Returns the option that a text names by its id or, without case and accents, by its name. */
export function optionNamed(
  options: readonly FieldOption[],
  text: string,
): FieldOption | undefined {
  const id = choiceIn(options, text);
  return id === undefined ? undefined : options.find(option => option.id === id);
}

/** Returns the option of a stored id, which may have been merged into it. */
export const optionWith = (options: readonly FieldOption[], id: unknown): FieldOption | undefined =>
  options.find(option => option.id === id) ??
  (typeof id === 'string' ? options.find(({ merged }) => merged?.includes(id)) : undefined);

/** Splits a text into names: `Acil, "Boya, vernik"`. A text that is one option's name is one. */
export function splitNames(text: string, options: readonly FieldOption[] = []): readonly string[] {
  if (options.some(({ name }) => fold(name) === fold(text.trim()))) return [text.trim()];
  return namesIn(text);
}

/** The texts of a choice field's text that name none of its options. */
export const unknownNames = (
  { type, validation }: Pick<Field, 'type' | 'validation'>,
  text: string,
): readonly string[] => {
  const options = optionsIn({ validation });
  const names = type === 'select' ? [text.trim()] : splitNames(text, options);
  return names.filter(name => name !== '' && optionNamed(options, name) === undefined);
};
