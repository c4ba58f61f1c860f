import { type Json, memberOf } from '@hzm/contracts/core/json';
import type { Field } from '@hzm/contracts/features/tables/table';
import { formatted, type Words } from './value-text.ts';

const MAX_NAME_LENGTH = 60;

/**
 * Returns the name of a row in one line: its first text, else its first value; empty if it has
 * none. @param key of the values
 */
export function rowName(
  fields: readonly Field[],
  values: { readonly [field: string]: Json | undefined },
  words: Words,
  key: 'name' | 'id' = 'name',
): string {
  const valueOf = ({ id, name }: Field): Json => memberOf(values, key === 'id' ? id : name) ?? null;
  const shown = fields
    .filter(field => !field.isHidden)
    .map(
      field =>
        [field, formatted(field, valueOf(field), words).replace(/\s+/g, ' ').trim()] as const,
    )
    .filter(([, text]) => text !== '');
  const [, text = ''] =
    shown.find(([{ type }]) => type === 'string' || type === 'text') ?? shown[0] ?? [];
  return text.length > MAX_NAME_LENGTH ? `${text.slice(0, MAX_NAME_LENGTH)}…` : text;
}
