import type { InputOf } from '@hzm/contracts/core/call';
import { hasFiles } from '@hzm/contracts/core/everyday';
import type { Json } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import type { exportRows } from '@hzm/contracts/features/row-files/api';
import { isRisky } from '@hzm/contracts/features/row-files/formula';
import { delimiters, type RowFileFormat } from '@hzm/contracts/features/row-files/row-file';
import type { Field } from '@hzm/contracts/features/tables/table';
import { rowDocs, type RowDoc } from '@hzm/projections/features/rows/rows';
import type { TableDoc } from '@hzm/projections/features/tables/tables';
import { retry } from '@hzm/services/core/concurrency/retry';
import { askerOf, type Context, type MadeAnswer } from '@hzm/services/core/engine';
import { letGo } from '@hzm/services/core/ports/memory';
import type { SourcedFind } from '@hzm/services/core/ports/read-model';
import { slice } from '@hzm/services/core/ports/slices';
import { FileNames } from '../../access/file-names.ts';
import { mayRead } from '../../access/may-read.ts';
import { withPeople } from '../../access/people-as-options.ts';
import { relatedFields } from '../../access/related-rows.ts';
import { labelledFields, Labels, labelsKept } from '../../access/row-labels.ts';
import { shownFields } from '../../access/shown-fields.ts';
import { tableDoc } from '../../access/table.ts';
import { callerNow } from '../../past/decided.ts';
import { keyedFields } from '../rows/field-key.ts';
import { askingOf } from '../rows/query.ts';
import { viewedFind } from '../rows/viewed.ts';
import { valueClock } from '../tables/value-clock.ts';
import { columnsOf, withFileNames, withLabels, type Column } from './columns.ts';
import { csvLine, sheetCell } from './export-text.ts';

/** Maximum rows and bytes of a page in memory. */
const PAGE = { limit: 250, bytes: { most: 524_288 } };

const TYPES: Readonly<Record<RowFileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

type Input = InputOf<typeof exportRows>;
type Pages = AsyncIterable<readonly (readonly Json[])[]>;

/** The columns of a file, and the names of rows and of files that some of them write. */
interface Written {
  readonly columns: readonly Column[];
  readonly labels: Labels | undefined;
  readonly files: FileNames;
}

/** @throws Problem VALIDATION_ERROR for an unknown field */
async function writtenColumns(
  context: Context,
  shown: readonly Field[],
  { format, fields: asked, labels: wish }: Input['query'],
): Promise<Written> {
  const isForPeople = format === 'csv' || format === 'xlsx';
  const plain = columnsOf(shown, asked, isForPeople);
  const written = new Set(plain.map(({ fieldId }) => fieldId));
  const named = shown.filter(({ id, type }) => isForPeople && hasFiles(type) && written.has(id));
  const files = new FileNames(
    context.engine,
    named.map(({ id }) => id),
  );
  const columns = withFileNames(plain, files);
  if (wish === undefined ? !isForPeople : wish === 'false')
    return { columns, files, labels: undefined };
  const related = relatedFields(shown).filter(({ field }) => written.has(field.id));
  const { engine, source } = context;
  const reader = { model: engine.model, ...askerOf(context) };
  const labels = new Labels(await labelledFields(context, related), work =>
    retry(new AbortController().signal, () => engine.lists.run(source, () => work(reader))),
  );
  return { columns: withLabels(columns, labels), files, labels };
}

/** The names in a file that not everybody is told: of rows of other tables, and of people. */
interface Named {
  readonly labels: Labels | undefined;
  readonly people: boolean;
}

/**
 * Returns a check of whether the caller is still shown all fields and names that they were shown.
 * @throws Problem FORBIDDEN
 */
const sightKept =
  (context: Context, table: TableDoc, shown: readonly Field[], names: Named) =>
  async (): Promise<void> => {
    // A key may have fewer permissions by now.
    const by = { engine: context.engine, caller: await callerNow(context) };
    if (names.people && !(await mayRead(by, 'people:read', table.projectId)))
      throw new Problem('FORBIDDEN');
    const now = new Set((await shownFields(by, table)).map(({ id }) => id));
    if (!shown.every(({ id }) => now.has(id))) throw new Problem('FORBIDDEN');
    if (names.labels) await labelsKept(by, names.labels.fields);
  };

/** Reads the rows of a query by pages, in turn with the long answers of the same account. */
async function* valuesBy(
  { engine, source }: Context,
  find: SourcedFind<RowDoc>,
  { columns, labels, files }: Written,
  check: () => Promise<void>,
): AsyncGenerator<readonly (readonly Json[])[]> {
  for (let cursor: string | undefined; ;) {
    await slice();
    const passed = letGo();
    const { docs, nextCursor } = await retry(new AbortController().signal, () =>
      engine.lists.run(source, () =>
        engine.model.find({ ...find, ...(cursor !== undefined && { cursor }) }),
      ),
    );
    await check();
    await labels?.learn(docs.map(({ values }) => values));
    await files.learn(docs.map(({ values }) => values));
    yield docs.map(doc => columns.map(({ valueIn }) => valueIn(doc)));
    passed();
    if (nextCursor === undefined) return;
    cursor = nextCursor;
  }
}

async function* csvText(
  pages: Pages,
  names: readonly string[],
  { delimiter, bom }: { readonly delimiter: string; readonly bom: boolean },
): AsyncGenerator<string> {
  yield (bom ? '\ufeff' : '') + csvLine(names, delimiter);
  for await (const rows of pages)
    if (rows.length > 0) yield rows.map(values => csvLine(values, delimiter)).join('');
}

const objectOf = (names: readonly string[], values: readonly Json[]): string =>
  JSON.stringify(Object.fromEntries(names.map((name, i) => [name, values[i]])));

async function* linesText(pages: Pages, names: readonly string[]): AsyncGenerator<string> {
  for await (const rows of pages)
    if (rows.length > 0) yield rows.map(values => `${objectOf(names, values)}\n`).join('');
}

async function* jsonText(pages: Pages, names: readonly string[]): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield separator + rows.map(values => objectOf(names, values)).join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function* workbook(
  { engine }: Context,
  sheet: string,
  pages: Pages,
  names: readonly string[],
): AsyncGenerator<Uint8Array> {
  const writer = engine.rowFiles.workbook(sheet, names, isRisky);
  for await (const rows of pages) yield writer.add(rows.map(values => values.map(sheetCell)));
  yield writer.end();
}

/**
 * Returns the moment up to which rows are exported: now, or that of a row which says to be later,
 * because clocks differ and are put back.
 */
async function lastMoment(context: Context, tableId: string): Promise<string> {
  const { engine, source } = context;
  const now = engine.now().toISOString();
  const { docs } = await engine.lists.run(source, () =>
    engine.model.find({
      collection: rowDocs,
      partition: tableId,
      where: [{ path: 'created_at', op: 'gt', value: now }],
      sort: { by: { path: 'created_at' }, descending: true },
      limit: 1,
      ...askerOf(context),
    }),
  );
  return docs[0]?.created_at ?? now;
}

/**
 * Returns a file of the rows that a query finds. Rows added after its start are left out, so that
 * it ends despite writes.
 * @throws Problem NOT_FOUND; VALIDATION_ERROR for an unknown field
 */
export async function exported(context: Context, { params, query }: Input): Promise<MadeAnswer> {
  const { engine, language } = context;
  const {
    format,
    fields: _fields,
    labels: _labels,
    delimiter,
    bom,
    fieldKey,
    ...conditions
  } = query;
  const table = await tableDoc(engine, params.tableId, params.projectId);
  const visible = await shownFields(context, table);
  const peopled = await withPeople(context, table.projectId, visible, 'read');
  const shown = keyedFields(peopled, fieldKey);
  const written = await writtenColumns(context, shown, query);
  const clock = await valueClock(engine, table.projectId);
  const listed = { ...conditions, page: 1, limit: 1, count: 'none' as const };
  const {
    members: _,
    where = [],
    ...find
  } = await viewedFind(context, table.id, shown, listed, askingOf(context, clock));
  const until = await lastMoment(context, table.id);
  const added = { path: 'created_at', op: 'lte', value: until } as const;
  const paged = { ...find, ...PAGE, where: [...where, added] };
  const named = { labels: written.labels, people: peopled !== visible };
  const pages = valuesBy(context, paged, written, sightKept(context, table, visible, named));
  const names = written.columns.map(({ name }) => name);
  const csv = {
    delimiter: delimiters[delimiter ?? (language === 'tr' ? 'semicolon' : 'comma')],
    bom: bom === 'true',
  };
  const chunks = {
    csv: () => csvText(pages, names, csv),
    json: () => jsonText(pages, names),
    ndjson: () => linesText(pages, names),
    xlsx: () => workbook(context, table.name, pages, names),
  }[format]();
  return { name: `${table.name}.${format}`, type: TYPES[format], chunks };
}
