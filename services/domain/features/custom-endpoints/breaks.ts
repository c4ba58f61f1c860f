import { Problem } from '@hzm/contracts/core/problem';
import { usesOf } from '@hzm/contracts/features/custom-endpoints/definition';
import type { AffectedEndpoint } from '@hzm/contracts/features/custom-endpoints/endpoint';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { Engine } from '@hzm/services/core/engine';
import type { SchemaGuard } from '../tables/schema-guard.ts';
import { callableVersions, type CallableVersion } from './callable-versions.ts';
import { Checking } from './check.ts';
import { tablesFor } from './resolve.ts';
import { endpointTable, type EndpointTable } from './table.ts';

type ChangedFields = readonly Omit<Field, 'relationships'>[] | undefined;
/** The fields that tables would have, by the table's id; undefined: it would be gone. */
export type ChangedTables = ReadonlyMap<string, ChangedFields>;

const affected = ({
  endpointId: id,
  name,
  version,
  until,
  definition: { method, path },
}: CallableVersion): AffectedEndpoint => ({
  id,
  name,
  method,
  path: until === null ? path : `v${version}/${path}`,
  version,
  until,
});

/** The tables of an endpoint after one of them changed. */
export function withChange(
  tables: ReadonlyMap<string, EndpointTable>,
  id: string,
  fields: ChangedFields,
): ReadonlyMap<string, EndpointTable> {
  const changed = new Map(tables);
  if (fields)
    changed.set(
      id,
      endpointTable(
        tables.get(id)!,
        fields.map(field => ({ ...field, relationships: [] })),
      ),
    );
  else changed.delete(id);
  return changed;
}

/**
 * Finds the versions of published endpoints that could no longer be answered if tables changed, by
 * the table that each needs. Those that are broken already are left out.
 */
export async function brokenBy(
  engine: Pick<Engine, 'model' | 'now'>,
  projectId: string,
  changed: ChangedTables,
): Promise<ReadonlyMap<string, readonly AffectedEndpoint[]>> {
  const broken = new Map([...changed.keys()].map(id => [id, [] as AffectedEndpoint[]]));
  if (changed.size === 0) return broken;
  for await (const one of callableVersions(engine, projectId)) {
    const { definition } = one;
    const named = [...usesOf(definition).tableIds].filter(id => changed.has(id));
    if (named.length === 0) continue;
    const tables = await tablesFor(engine, projectId, definition);
    const fits = (of: ReadonlyMap<string, EndpointTable>): boolean =>
      new Checking(definition, of).faults().length === 0;
    if (!fits(tables)) continue;
    // No fault is about two tables at once, so each change is tried alone.
    for (const id of named)
      if (!fits(withChange(tables, id, changed.get(id)))) broken.get(id)!.push(affected(one));
  }
  return broken;
}

/** All affected versions, each once. */
export const affectedBy = (
  broken: ReadonlyMap<string, readonly AffectedEndpoint[]>,
): readonly AffectedEndpoint[] => [
  ...new Map([...broken.values()].flat().map(one => [`${one.id}/${one.version}`, one])).values(),
];

/**
 * Refuses a change that published endpoints could not be answered after; `data.endpoints` lists
 * them.
 */
export const endpointsNeeded = (endpoints: readonly AffectedEndpoint[]): Problem | undefined =>
  endpoints.length > 0
    ? new Problem('CONFLICT', { text: 'endpoint-needed', data: { endpoints: [...endpoints] } })
    : undefined;

/** Objects to a change of one table after which published endpoints could not be answered. */
export const guardEndpoints: SchemaGuard = async (engine, { table: { id, projectId }, fields }) =>
  endpointsNeeded(affectedBy(await brokenBy(engine, projectId, new Map([[id, fields]]))));
