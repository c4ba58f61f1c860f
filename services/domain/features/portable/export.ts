import { hasFiles } from '@hzm/contracts/core/everyday';
import { memberOf, type Json } from '@hzm/contracts/core/json';
import { defaultSettings } from '@hzm/contracts/features/projects/project';
import { writtenFields } from '@hzm/contracts/features/tables/written-fields';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import { EVERYBODY, listedProjects } from '@hzm/projections/features/administration/administration';
import { projectDocs, type ProjectDoc } from '@hzm/projections/features/projects/projects';
import { rowDocs, type RowDoc } from '@hzm/projections/features/rows/rows';
import { tableDocs, type TableDoc } from '@hzm/projections/features/tables/tables';
import type { Engine } from '@hzm/services/core/engine';
import { SYSTEM } from '@hzm/services/core/ports/read-model';
import { slice } from '@hzm/services/core/ports/slices';
import { pages } from '@hzm/services/core/read-model/pages';
import { fieldsOf } from '../../access/table.ts';
import { shownTo } from '../../access/visibility.ts';
import { fileParts } from '../projects/parts.ts';
import { countFiles } from '../rows/count-files.ts';

/** Maximum documents or bytes of a page. */
const PAGE = { limit: 200, bytes: { most: 524_288 } };

/** Returns a row as exported, without empty values. */
function exportedRow(doc: RowDoc, fields: ReturnType<typeof fieldsOf>): Json {
  const row: Record<string, Json> = {
    id: doc.id,
    created_at: doc.created_at,
    updated_at: doc.updated_at,
  };
  for (const { id, name } of fields) {
    const value = memberOf(doc.values, id);
    if (value !== undefined && value !== null) row[name] = value;
  }
  return row;
}

/**
 * Reads a page of rows as text, so that no row stays in memory while a slow client takes it.
 * @returns the rows, the number of their files, and the cursor of the next page if there is one
 */
async function rowsText(
  { model }: Engine,
  table: TableDoc,
  until: string,
  cursor: string | undefined,
): Promise<{ readonly rows: string; readonly files: number; readonly next: string | undefined }> {
  await slice();
  const { docs, nextCursor } = await model.find({
    ...PAGE,
    collection: rowDocs,
    partition: table.id,
    ...(cursor !== undefined && { cursor }),
    ...SYSTEM,
  });
  const rows = docs.filter(({ created_at }) => created_at <= until);
  const all = fieldsOf(table);
  const fields = writtenFields(all);
  const ofFiles = all.filter(({ type }) => hasFiles(type)).map(({ id }) => id);
  return {
    rows: rows.map(doc => JSON.stringify(exportedRow(doc, fields))).join(',\n'),
    files: rows.reduce((sum, { values }) => sum + countFiles(ofFiles, values), 0),
    // Rows come in order of creation, so that later pages are later, too.
    next: rows.length === 0 ? undefined : nextCursor,
  };
}

async function* tableText(engine: Engine, table: TableDoc, until: string): AsyncGenerator<string> {
  yield `${JSON.stringify({ id: table.id, name: table.name, createdAt: table.createdAt, updatedAt: table.updatedAt, fields: fieldsOf(table) }).slice(0, -1)},"rows":[`;
  let [separator, cursor, filesLeftOut] = ['\n', undefined as string | undefined, 0];
  do {
    const { rows, files, next } = await rowsText(engine, table, until, cursor);
    if (rows !== '') yield separator + rows;
    separator = ',\n';
    cursor = next;
    filesLeftOut += files;
  } while (cursor !== undefined);
  yield filesLeftOut === 0 ? ']}' : `],"filesLeftOut":${filesLeftOut}}`;
}

/**
 * Yields a project without its keys and passwords, and without the URL of its webhook, which may
 * contain a secret.
 */
async function* projectText(
  engine: Engine,
  doc: ProjectDoc,
  until: string,
): AsyncGenerator<string> {
  const owner = await engine.model.get(accountDocs, doc.ownerId);
  const { id, name, description, isPublic, createdAt, updatedAt, parentProjectId } = doc;
  const settings = {
    ...shownTo('file', 'project', { settings: doc.settings }).settings,
    enableWebhooks: defaultSettings.enableWebhooks,
  };
  const head = {
    id,
    name,
    description,
    userId: doc.ownerId,
    userName: owner?.name ?? '',
    userEmail: owner?.email ?? '',
    createdAt,
    updatedAt,
    isPublic,
    parentProjectId,
    settings,
  };
  yield `${JSON.stringify(head).slice(0, -1)},"tables":[`;
  let separator = '';
  for await (const tables of pages(engine.model, {
    ...PAGE,
    collection: tableDocs,
    where: [{ path: 'projectId', op: 'eq', value: id }],
  })) {
    for (const table of tables) {
      if (table.createdAt > until) continue;
      yield separator;
      yield* tableText(engine, table, until);
      separator = ',\n';
    }
  }
  for (const part of fileParts) {
    yield `],"${part.kind}s":[`;
    separator = '\n';
    for await (const { createdAt: at, entry } of part.entries(engine, id)) {
      if (at > until) continue;
      yield separator + JSON.stringify(entry);
      separator = ',\n';
    }
  }
  yield ']}';
}

/**
 * Yields all projects as an export file, with one page in memory. Omits documents created after
 * `until` (ISO time), so that the export ends despite writes; later changes are included as read.
 */
export async function* exportText(
  engine: Engine,
  user: { readonly id: string; readonly name: string; readonly email: string },
  until: string,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ user, exportDate: until, version: '2.0', source: 'API' }).slice(0, -1)},"projects":[`;
  let separator = '\n';
  for await (const listed of pages(engine.model, {
    ...PAGE,
    collection: listedProjects,
    partition: EVERYBODY,
    ...SYSTEM,
  })) {
    for (const {
      id,
      columns: { createdAt },
    } of listed) {
      const doc = createdAt <= until ? await engine.model.get(projectDocs, id) : undefined;
      if (!doc) continue;
      yield separator;
      yield* projectText(engine, doc, until);
      separator = ',\n';
    }
  }
  yield '\n]}\n';
}
