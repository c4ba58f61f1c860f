import type { Relationship } from '@hzm/contracts/features/tables/relationship';
import type { Table } from '@hzm/contracts/features/tables/table';
import { useMemo } from 'react';
import { useProject } from '../../../state/project.live.ts';

/** A field of another table whose rows point to the rows of a table. */
export interface PointingField {
  readonly tableId: string;
  readonly tableName: string;
  readonly fieldName: string;
  readonly relationship: Relationship;
}

const none: readonly Table[] = [];

/** Returns the fields that point to a table, hidden ones included. */
export function usePointingFields({ id: targetId, projectId }: Table): readonly PointingField[] {
  const tables = useProject(projectId).data?.tables.docs ?? none;
  return useMemo(
    () =>
      tables.flatMap(({ id, name, fields }) =>
        fields.flatMap(field =>
          field.relationships
            .filter(({ targetTableId }) => targetTableId === targetId)
            .map(relationship => ({
              tableId: id,
              tableName: name,
              fieldName: field.name,
              relationship,
            })),
        ),
      ),
    [tables, targetId],
  );
}
