import type { Field } from '@hzm/contracts/features/tables/table';

/** Returns the field that cards are named by: the first text. */
export const titleOf = (fields: readonly Field[]): Field | undefined =>
  fields.find(({ type }) => type === 'string' || type === 'text');
