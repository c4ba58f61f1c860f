import type { Problem } from '@hzm/contracts/core/problem';
import {
  relationshipAdded,
  relationshipRemoved,
  type FieldShape,
} from '@hzm/contracts/features/tables/events';
import { isRelational, type KeptRelationship } from '@hzm/contracts/features/tables/relationship';
import { reject, type Decision } from '@hzm/services/core/commands/decider';
import type { OfField, Schema } from './schema.ts';

const refused = (path: string, key: string): Problem =>
  reject('VALIDATION_ERROR', { details: [{ path, message: { key } }] });

/** The refusal of a target that is not there, hidden, or the table itself. */
function wrongTarget(
  s: Schema,
  tableId: string,
  { targetTableId, targetFieldId }: KeptRelationship,
): Problem | undefined {
  if (targetTableId === tableId) return refused('targetTableId', 'relationship-same-table');
  const target = s.get(targetTableId);
  if (!target) return refused('targetTableId', 'relationship-target-unknown');
  const field = target.fields.get(targetFieldId);
  return field && !field.isHidden
    ? undefined
    : refused('targetFieldId', 'relationship-field-unknown');
}

/** Relates a field to a table of the same project; the schema has no tables of others. */
export const addRelationship =
  (of: OfField, relationship: KeptRelationship) =>
  (s: Schema): Decision => {
    const field = s.get(of.tableId)?.fields.get(of.fieldId);
    if (!field) return reject('NOT_FOUND');
    const [earlier] = field.relationships ?? [];
    if (earlier?.id === relationship.id) return [];
    if (!isRelational(field.type)) return reject('CONFLICT', { text: 'relationship-type' });
    if (earlier) return reject('CONFLICT', { text: 'relationship-exists' });
    return wrongTarget(s, of.tableId, relationship) ?? [relationshipAdded({ ...of, relationship })];
  };

export const removeRelationship =
  (of: OfField, relationshipId: string) =>
  (s: Schema): Decision => {
    const field = s.get(of.tableId)?.fields.get(of.fieldId);
    return field?.relationships?.some(({ id }) => id === relationshipId)
      ? [relationshipRemoved({ ...of, relationshipId })]
      : reject('NOT_FOUND');
  };

/**
 * Returns a field with the ids of its counterparts in its relationships, without those that have
 * none.
 */
export function relatedAs(
  { relationships = [], ...field }: FieldShape,
  idOf: (id: string) => string | undefined,
): FieldShape {
  const mapped = relationships.flatMap((one): KeptRelationship[] => {
    const id = idOf(one.id);
    const targetTableId = idOf(one.targetTableId);
    const targetFieldId = idOf(one.targetFieldId);
    return id === undefined || targetTableId === undefined || targetFieldId === undefined
      ? []
      : [{ ...one, id, targetTableId, targetFieldId }];
  });
  return mapped.length > 0 ? { ...field, relationships: mapped } : field;
}

/** Returns a schema without new relationships to tables or fields that it has not. */
export const withoutMissingTargets = (before: Schema, after: Schema): Schema =>
  new Map(
    [...after].map(([tableId, table]) => {
      const fields = [...table.fields].map(([fieldId, field]) => {
        const { relationships = [], ...rest } = field;
        const kept = before.get(tableId)?.fields.get(fieldId)?.relationships ?? [];
        const isMissing = relationships.some(
          ({ id, targetTableId, targetFieldId }) =>
            !after.get(targetTableId)?.fields.has(targetFieldId) &&
            !kept.some(one => one.id === id),
        );
        return [fieldId, isMissing ? rest : field] as const;
      });
      return [tableId, { ...table, fields: new Map(fields) }];
    }),
  );
