import { type Json, memberOf } from '@hzm/contracts/core/json';
import { fold } from '@hzm/contracts/core/turkish';
import type { View } from './view.ts';

/** The text in which the server's filter looks for a value. */
export const searchText = (value: Json | undefined): string => {
  if (typeof value === 'object' && value !== null) return 'amount' in value && 'currency' in value ? `${value.amount as number} ${value.currency as string}` : JSON.stringify(value);
  return value === undefined || value === null ? '' : String(value);
};

/** Whether a row with these values belongs to a view. */
export const fits = (values: { readonly [field: string]: Json | undefined }, { filters }: View): boolean =>
  Object.entries(filters).every(([field, wanted]) => fold(searchText(memberOf(values, field))).includes(fold(wanted)));
