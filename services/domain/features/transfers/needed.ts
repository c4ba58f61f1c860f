import type { Problem } from '@hzm/contracts/core/problem';
import type { NeededBy } from '@hzm/contracts/features/transfers/transfer';
import type { Engine } from '@hzm/services/core/engine';
import { brokenBy, endpointsNeeded, type ChangedTables } from '../custom-endpoints/breaks.ts';
import { joined } from '../tables/schema-guard.ts';
import type { SchemaTable } from '../tables/schema.ts';
import { brokenWidgets, widgetsNeeded } from '../widgets/breaks.ts';

export const changedTables = (
  tables: ReadonlyMap<string, SchemaTable | undefined>,
): ChangedTables =>
  new Map(
    [...tables].map(([id, table]) => [
      id,
      table && [...table.fields].map(([fieldId, field]) => ({ id: fieldId, ...field })),
    ]),
  );

/** Finds the published endpoints and widgets that a change of tables would break, by table. */
export async function brokenParts(
  engine: Engine,
  projectId: string,
  tables: ReadonlyMap<string, SchemaTable | undefined>,
) {
  const changed = changedTables(tables);
  return {
    endpoints: await brokenBy(engine, projectId, changed),
    widgets: await brokenWidgets(engine, projectId, changed),
  };
}

/** Returns the objection of what needs the tables as they are. */
export const objectionOf = ({ endpoints, widgets }: NeededBy): Problem | undefined =>
  joined([endpointsNeeded(endpoints), widgetsNeeded(widgets)]);
