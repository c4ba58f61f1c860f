import type { Relationship } from '@hzm/contracts/features/tables/relationship';
import type { Table } from '@hzm/contracts/features/tables/table';
import { useProject } from '../../../state/project.live.ts';

/** Names of the two ends of a relationship; null where an end does not exist any more. */
export interface Ends {
  readonly source: string | null;
  readonly table: string | null;
  readonly field: string | null;
}

/** Returns a function for the names of a relationship's ends, in the project of a table. */
export function useEnds({ projectId }: Pick<Table, 'projectId'>): (of: Relationship) => Ends {
  const tables = useProject(projectId).data?.tables.docs ?? [];
  const fields = new Map(
    tables.flatMap(table => table.fields.map(field => [field.id, field.name])),
  );
  return ({ sourceFieldId, targetTableId, targetFieldId }) => ({
    source: fields.get(sourceFieldId) ?? null,
    table: tables.find(({ id }) => id === targetTableId)?.name ?? null,
    field: fields.get(targetFieldId) ?? null,
  });
}
