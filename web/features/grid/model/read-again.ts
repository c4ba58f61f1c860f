import { valueOf } from '@hzm/contracts/features/tables/field-types';
import type { Field } from '@hzm/contracts/features/tables/table';
import { valueFrom, type Words } from '../../../lib/values/value-text.ts';
import type { Op } from './op.ts';
import type { CellChange } from './undo.ts';

/**
 * Returns the failed texts that a field of another type by now can read, with what they say in it.
 */
export function readAgain(
  ops: readonly Op[],
  fields: readonly Field[],
  words: Words,
): readonly { readonly op: Op; readonly change: CellChange }[] {
  const known = new Map(fields.map(field => [field.id, field]));
  return ops.flatMap(op => {
    if (op.kind !== 'edit' || op.state !== 'failed' || typeof op.value !== 'string') return [];
    const field = known.get(op.field);
    if (!field || valueOf[field.type].safeParse(op.value).success) return [];
    const parsed = valueFrom(field, op.value, words);
    if (!('value' in parsed)) return [];
    const { rowId, was: before } = op;
    return [{ op, change: { rowId, field: field.id, before, after: parsed.value } }];
  });
}
