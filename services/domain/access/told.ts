import { memberOf } from '@hzm/contracts/core/json';
import type { Text } from '@hzm/contracts/core/problem';
import type { Field } from '@hzm/contracts/features/tables/table';

/** Texts that count rows or name options, with those for callers who are shown neither. */
const lesser: Readonly<Record<string, string>> = {
  'relationship-pointing': 'relationship-pointing-some',
  'options-used': 'options-used-some',
  'value-option-unknown': 'value-option-unfit',
  'value-option-retired': 'value-option-unfit',
  'value-option-none': 'value-option-unfit',
};

/** Returns a text for callers who are not shown what it counts or names. */
export const toldLess = (text: Text): Text => {
  const key = memberOf(lesser, text.key);
  return key === undefined ? text : { key };
};

/** The reason of a refusal about a field that the caller is not shown. */
export const UNTOLD: Text = { key: 'hidden-value-unfit' };

/** The part of a field that a refusal may tell. */
export interface Telling {
  /** Whether a refusal must not name the field. */
  readonly isUnnamed: (field: Pick<Field, 'id' | 'name' | 'isHidden'>) => boolean;
  /** Whether a refusal must not tell what the field holds or accepts. */
  readonly isUnshown: (field: Pick<Field, 'id' | 'isHidden'>) => boolean;
}

/** Refusals for the server's own work and for callers who are shown all fields. */
export const tellsAll: Telling = { isUnnamed: () => false, isUnshown: () => false };

/**
 * Returns what a caller may be told of fields: nothing of hidden ones, but their name where the
 * caller names them in the values that they write.
 */
export function tellingTo(
  shown: readonly Pick<Field, 'id'>[],
  values: { readonly [name: string]: unknown } = {},
): Telling {
  const isUnshown: Telling['isUnshown'] = ({ id, isHidden }) =>
    isHidden && !shown.some(one => one.id === id);
  return {
    isUnshown,
    isUnnamed: field => isUnshown(field) && memberOf(values, field.name) === undefined,
  };
}

/** The same about values of fields that the caller names, of whom they learn no name. */
export const tellingOfNamed = (shown: readonly Pick<Field, 'id'>[]): Telling => ({
  ...tellingTo(shown),
  isUnnamed: () => false,
});
