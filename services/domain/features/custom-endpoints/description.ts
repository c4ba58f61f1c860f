import type { JsonObject } from '@hzm/contracts/core/json';
import type { ProjectDoc } from '@hzm/projections/features/projects/projects';
import { rowDocs } from '@hzm/projections/features/rows/rows';
import type { TableDoc } from '@hzm/projections/features/tables/tables';
import type { Context } from '@hzm/services/core/engine';
import { MIB } from '@hzm/services/core/ports/byte-budget';
import { tableDoc, tablesOf } from '../../access/table.ts';
import { rowOf } from '../rows/view.ts';
import { shownTables } from '../tables/shown-tables.ts';
import { valueClock } from '../tables/value-clock.ts';
import { callableRoutes, callableVersion } from './callable-versions.ts';
import { addressesOf, descriptionOf, operationsOf, type DescribedAddress } from './openapi.ts';
import { tablesFor } from './resolve.ts';
import { describeTable } from './table-paths.ts';

/** Maximum size of a description; a thousand endpoints would take hundreds of mebibytes. */
export const MAX_DESCRIPTION_BYTES = 8 * MIB;
/** Maximum tables whose newest row is read for examples. */
const MAX_EXAMPLES = 50;

type Project = Pick<ProjectDoc, 'id' | 'name'>;

/** Pieces of JSON objects, up to a size in all; later ones are counted instead. */
class Pieces {
  readonly paths: string[] = [];
  readonly schemas: string[] = [];
  omitted = 0;
  #bytes = 0;

  /** Adds paths and schemas together, or neither if they are too large. */
  add(paths: JsonObject, schemas: JsonObject = {}): void {
    const written = [paths, schemas].map(part =>
      Object.entries(part).map(
        ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
      ),
    );
    const bytes = written.flat().reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);
    if (this.#bytes + bytes > MAX_DESCRIPTION_BYTES) return void this.omitted++;
    this.#bytes += bytes;
    this.paths.push(...written[0]!);
    this.schemas.push(...written[1]!);
  }

  get isFull(): boolean {
    return this.omitted > 0;
  }
}

/** The operations of the versions that are called at one path, by method; a later one counts. */
async function operationsAt(
  { engine }: Context,
  projectId: string,
  addresses: readonly DescribedAddress[],
): Promise<JsonObject> {
  let operations: JsonObject = {};
  for (const { prefix, route } of addresses) {
    const version = await callableVersion(engine, route);
    if (!version?.isOn) continue;
    const tables = await tablesFor(engine, projectId, version.definition);
    operations = { ...operations, ...operationsOf(projectId, { ...version, tables }, prefix) };
  }
  return operations;
}

async function addEndpoints(context: Context, projectId: string, pieces: Pieces): Promise<void> {
  const routes = await callableRoutes(context.engine, projectId);
  for (const [path, addresses] of addressesOf(projectId, routes)) {
    await context.pause();
    // Described only to be counted, the rest would cost as much as if it were sent.
    if (pieces.isFull) pieces.omitted++;
    else {
      const operations = await operationsAt(context, projectId, addresses);
      if (Object.keys(operations).length > 0) pieces.add({ [path]: operations });
    }
  }
}

async function newestRow({ engine, source }: Context, tableId: string) {
  const { docs } = await engine.model.find({
    collection: rowDocs,
    partition: tableId,
    sort: { by: 'created', descending: true },
    limit: 1,
    by: source.account,
  });
  return docs[0];
}

async function addTables(
  context: Context,
  projectId: string,
  chosen: readonly TableDoc[],
  pieces: Pieces,
): Promise<void> {
  const { today } = await valueClock(context.engine, projectId);
  const tableNames = new Map(chosen.map(({ id, name }) => [id, name]));
  for (const [at, doc] of chosen.entries()) {
    await context.pause();
    if (pieces.isFull) pieces.omitted++;
    else {
      const [table] = await shownTables(context, projectId, [doc]);
      const row = at < MAX_EXAMPLES ? await newestRow(context, doc.id) : undefined;
      const { paths, schemas } = describeTable({
        table: table!,
        row: row && rowOf(row, table!.fields),
        tableNames,
        today,
      });
      // A table of many options takes longer than a slice to describe and to write.
      await context.pause();
      pieces.add(paths, schemas);
    }
  }
}

/**
 * Describes the tables of a project and its published endpoints, or one table, in slices. Beyond
 * the maximum size the rest is left out and counted in `x-omitted`.
 */
export async function describedProject(
  context: Context,
  { id: projectId, name }: Project,
  tableId: string | undefined,
): Promise<string> {
  const { engine } = context;
  const pieces = new Pieces();
  const tables =
    tableId === undefined
      ? await tablesOf(engine, projectId)
      : [await tableDoc(engine, tableId, projectId)];
  await addTables(context, projectId, tables, pieces);
  if (tableId === undefined) await addEndpoints(context, projectId, pieces);
  const { head, components } = descriptionOf(name, tables);
  const { schemas, ...others } = components;
  const kept = JSON.stringify(schemas).slice(1, -1);
  const omitted = pieces.omitted === 0 ? '' : `"x-omitted":${pieces.omitted},`;
  return [
    `${JSON.stringify(head).slice(0, -1)},${omitted}"paths":{${pieces.paths.join(',')}}`,
    `,"components":{"schemas":{${[kept, ...pieces.schemas].join(',')}}`,
    `,${JSON.stringify(others).slice(1)}}`,
  ].join('');
}
