import { Problem } from '@hzm/contracts/core/problem';
import type { AffectedEndpoint } from '@hzm/contracts/features/custom-endpoints/endpoint';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { Engine } from '@hzm/services/core/engine';
import { Checking } from './check.ts';
import { tablesFor } from './resolve.ts';
import type { EndpointTable } from './table.ts';
import { currentDefinition, endpointsOf } from './view.ts';

type Tables = ReadonlyMap<string, EndpointTable>;
/** What the tables that an endpoint names would be. */
export type SchemaChange = (tables: Tables) => Tables;

export const withoutTable = (tableId: string): SchemaChange => tables => new Map([...tables].filter(([id]) => id !== tableId));

/** A table with other fields. */
export const withFields = (tableId: string, change: (fields: readonly Field[]) => readonly Field[]): SchemaChange => tables => {
  const table = tables.get(tableId);
  if (!table) return tables;
  const fields = change(table.fields);
  return new Map(tables).set(tableId, { ...table, fields, byId: new Map(fields.map(field => [field.id, field])) });
};

/** Refuses a change of the schema that keeps published endpoints from being answered, unless that is meant. Which they are is in `data.endpoints`. @throws Problem CONFLICT */
export async function checkEndpoints(engine: Pick<Engine, 'model' | 'now'>, projectId: string, change: SchemaChange, isMeant: boolean): Promise<void> {
  if (isMeant) return;
  const today = engine.now().toISOString().slice(0, 10);
  const affected = await Promise.all((await endpointsOf(engine, projectId)).map(async (doc): Promise<AffectedEndpoint[]> => {
    const definition = await currentDefinition(engine, doc);
    if (!definition) return [];
    const tables = await tablesFor(engine, projectId, definition);
    const isFit = (of: Tables): boolean => new Checking(definition, of, today).faults().length === 0;
    return isFit(tables) && !isFit(change(tables)) ? [{ id: doc.id, name: doc.name, method: definition.method, path: definition.path }] : [];
  }));
  const endpoints = affected.flat();
  if (endpoints.length > 0) throw new Problem('CONFLICT', { text: 'endpoint-needed', data: { endpoints } });
}
