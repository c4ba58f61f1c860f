import type { AnswerOf } from '@hzm/contracts/core/call';
import { Problem } from '@hzm/contracts/core/problem';
import {
  MAX_FINDER_TABLES,
  MAX_FOUND,
  type findAnything,
} from '@hzm/contracts/features/finder/api';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { tableDocs, type TableDoc } from '@hzm/projections/features/tables/tables';
import type { Context } from '@hzm/services/core/engine';
import { mayRead } from '../../access/may-read.ts';
import { labelFieldOf, labelOf } from '../../access/row-labels.ts';
import { shownFields } from '../../access/shown-fields.ts';
import { MAX_PAGE_BYTES, rowsLabelled } from '../rows/labels.ts';
import { clockIn } from '../tables/value-clock.ts';

interface Sought {
  /** Tables that were named, those opened last first. */
  readonly ids: readonly string[];
  readonly projectId: string | undefined;
}

/** Returns the tables to search; those that the caller may not read are left out. */
async function searchedTables(
  context: Context,
  { ids, projectId }: Sought,
): Promise<readonly TableDoc[]> {
  const { model } = context.engine;
  const named = [...new Set(ids)].slice(0, MAX_FINDER_TABLES);
  const tables = await Promise.all(named.map(id => model.get(tableDocs, id)));
  const { docs: ofOpen } =
    projectId === undefined
      ? { docs: [] }
      : await model.find({
          collection: tableDocs,
          where: [{ path: 'projectId', op: 'eq', value: projectId }],
          limit: MAX_FINDER_TABLES,
          bytes: { most: MAX_PAGE_BYTES },
        });
  const all = new Map(
    [...tables, ...ofOpen].flatMap(table => (table ? [[table.id, table] as const] : [])),
  );
  const judged = new Map<string, boolean>();
  const readable: TableDoc[] = [];
  for (const table of all.values()) {
    const may =
      judged.get(table.projectId) ?? (await mayRead(context, 'rows:read', table.projectId));
    judged.set(table.projectId, may);
    if (may) readable.push(table);
  }
  return readable.slice(0, MAX_FINDER_TABLES);
}

type Rows = AnswerOf<typeof findAnything>['rows'];

/** Finds rows of a table by the text that names them in lists, the newest first. */
async function rowsIn(
  context: Context,
  table: TableDoc,
  text: string,
  limit: number,
): Promise<Rows> {
  const { model } = context.engine;
  await context.pause();
  const label = labelFieldOf(await shownFields(context, table), '');
  const project = label && (await model.get(projectDocs, table.projectId));
  if (!project) return [];
  const sort = { by: 'created', descending: true } as const;
  const clock = clockIn(project.settings.timeZone, context.engine.now());
  const named = { tableId: table.id, label };
  const { docs } = await rowsLabelled(context, named, { text, clock }, { sort, limit });
  return docs.map(doc => ({
    id: doc.id,
    label: labelOf(label, doc),
    table: { id: table.id, name: table.name },
    project: { id: project.id, name: project.name },
  }));
}

/** Finds rows of tables one after another, as many as the time suffices for. */
export async function rowsNamed(
  context: Context,
  text: string,
  sought: Sought,
): Promise<{ readonly rows: Rows; readonly areAllSearched: boolean }> {
  const rows: Rows = [];
  try {
    for (const table of await searchedTables(context, sought))
      if (rows.length < MAX_FOUND)
        rows.push(...(await rowsIn(context, table, text, MAX_FOUND - rows.length)));
  } catch (error) {
    if (error instanceof Problem && error.code === 'NOT_READY')
      return { rows, areAllSearched: false };
    throw error;
  }
  return { rows, areAllSearched: true };
}
