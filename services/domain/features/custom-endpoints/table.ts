import type { Field } from '@hzm/contracts/features/tables/table';

/** A table that an endpoint names, with its fields as they are now. */
export interface EndpointTable {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly fields: readonly Field[];
  readonly byId: ReadonlyMap<string, Field>;
}

/** A table with these fields. */
export const endpointTable = ({ id, projectId, name }: Pick<EndpointTable, 'id' | 'projectId' | 'name'>, fields: readonly Field[]): EndpointTable =>
  ({ id, projectId, name, fields, byId: new Map(fields.map(field => [field.id, field])) });
