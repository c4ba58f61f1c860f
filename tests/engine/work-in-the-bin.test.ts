import { newId } from '@hzm/contracts/core/ids';
import {
  rowImportEnded,
  rowImportPrepared,
  rowImportStarted,
  rowImportUndoStarted,
} from '@hzm/contracts/features/row-files/events';
import { rowsAdded } from '@hzm/contracts/features/rows/events';
import { fieldAdded, tableCreated } from '@hzm/contracts/features/tables/events';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { rowDocs } from '@hzm/projections/features/rows/rows';
import type { Engine } from '@hzm/services/core/engine';
import { wholeSource } from '@hzm/services/core/limits/source';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { ShownDocuments } from '@hzm/services/core/read-model/shown-documents';
import { bringBack, moveToBin } from '@hzm/services/domain/features/projects/bin';
import { handlers } from '@hzm/services/domain/features/row-files/handlers';
import type { Started } from '@hzm/services/domain/features/row-files/import';
import { Importing, rowIdAt } from '@hzm/services/domain/features/row-files/importing';
import type { RowBatch } from '@hzm/services/domain/features/row-files/jobs';
import { undoRows } from '@hzm/services/domain/features/row-files/undoing';
import { fieldShape } from '@hzm/services/domain/testing/field-shape';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { appendFacts, handOverEngine, newAccount, newProject } from './hand-over-engine.ts';
import { someRequest } from './processes.ts';

const [fieldId, field] = [newId(), fieldShape()];
let engine: Engine;
let close: () => Promise<void>;
let [owner, projectId, tableId, importId] = ['', '', '', ''];
let batches: () => AsyncGenerator<RowBatch>;

const asked = () => ({ engine, request: someRequest({ actor: owner }) });
async function bin(): Promise<void> {
  await waitForHead(engine);
  await moveToBin(asked(), (await engine.model.get(projectDocs, projectId))!, undefined);
}
const back = () => bringBack(asked(), projectId, owner, undefined);
const rows = async (): Promise<string[]> => {
  await waitForHead(engine);
  const { docs } = await engine.model.find({
    collection: rowDocs,
    partition: tableId,
    limit: 10,
    by: owner,
  });
  return docs.map(({ id }) => id);
};
const started = (): Started =>
  ({
    by: owner,
    payer: owner,
    projectId,
    tableId,
    importId,
    columns: [{ column: 0, field: fieldId }],
    read: 0,
    added: 0,
    refused: 0,
    reasons: [],
    undo: { read: 0, removed: 0, changed: 0 },
  }) as unknown as Started;
const run = () => new Importing(engine, started(), {} as never, new AbortController().signal).run();
const undo = () => undoRows(engine, started(), new AbortController().signal);

beforeEach(async () => {
  const made = await handOverEngine(() => new Date());
  close = made.close;
  engine = {
    ...made.engine,
    model: new ShownDocuments(made.engine.model),
    documents: { part: (_: string, __: AbortSignal, work: () => Promise<unknown>) => work() },
    rowFiles: { run: () => batches() },
  } as unknown as Engine;
  [owner, projectId, tableId, importId] = [newId(), newId(), newId(), newId()];
  await appendFacts(engine, owner, `account-${owner}`, [newAccount(owner)]);
  await appendFacts(engine, owner, `portfolio-${owner}`, [newProject(owner, projectId)]);
  const of = { projectId, tableId };
  await appendFacts(engine, owner, `schema-${projectId}`, [
    tableCreated({ ...of, name: 'T' }),
    fieldAdded({ ...of, fieldId, field }),
  ]);
  await waitForHead(engine);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await close();
});

const batch = (place: number): RowBatch => ({
  rows: [{ place, cells: { [fieldId]: 'vida' } }],
  read: place + 1,
  refused: [],
  refusedRows: 0,
});

it('an import ends with what it added when its project goes into the bin', async () => {
  const now = performance.now.bind(performance);
  let later = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
  batches = async function* () {
    yield batch(0);
    await bin();
    // The right is asked for again after a while.
    later = 10_000;
    yield batch(1);
  };
  expect(await run()).toBe('forbidden');
  await back();
  expect(await rows()).toEqual([rowIdAt(importId, 0)]);
  expect(await undo()).toMatchObject({ removed: 1, changed: 0 });
});

it('an import that has its turn in the bin adds nothing, and says that it might not', async () => {
  batches = async function* () {
    yield batch(0);
  };
  await bin();
  expect(await run()).toBe('forbidden');
  expect(await rows()).toEqual([]);
});

it('the undoing of an import waits for its project in the bin, and ends when it is back', async () => {
  const row = { id: rowIdAt(importId, 0), values: {} };
  await appendFacts(engine, owner, `row-${tableId}-${row.id}`, [
    rowsAdded({ projectId, tableId, rows: [row] }),
  ]);
  await bin();
  expect(await undo()).toBeUndefined();
  expect(await rows()).toEqual([row.id]);
  await back();
  expect(await undo()).toMatchObject({ removed: 1, changed: 0 });
});

it('the undoing of an import goes on where its project comes back as it is asked for', async () => {
  const { model } = engine;
  const get = model.get.bind(model) as (...of: readonly unknown[]) => Promise<unknown>;
  let isBack = false;
  vi.spyOn(model, 'get').mockImplementation(async (...of) => {
    if (of[0] !== projectDocs || isBack) return get(...of) as never;
    isBack = true;
    return undefined;
  });
  expect(await undo()).toBeUndefined();
  expect(await undo()).toMatchObject({ removed: 0, changed: 0 });
});

it('an undoing that waits in the bin keeps no other import of its account waiting', async () => {
  const otherId = newId();
  const name = 'a.csv';
  const source = {
    format: 'ndjson',
    encoding: 'utf-8',
    delimiter: 'comma',
    header: true,
    sheet: 0,
  } as const;
  const imported = async (id: string) => {
    const of = { projectId, importId: id, tableId, name };
    await appendFacts(engine, owner, `row-import-${id}`, [
      rowImportPrepared({ ...of, by: owner, payer: owner, size: 1, digest: '' }),
      rowImportStarted({ ...of, source, mapping: [] }),
      rowImportEnded({ ...of, outcome: 'done', count: 0, refused: 0 }),
    ]);
    return rowImportUndoStarted(of);
  };
  await appendFacts(engine, owner, `row-import-${importId}`, [await imported(importId)]);
  const binned = projectId;
  [projectId, tableId] = [newId(), newId()];
  await appendFacts(engine, owner, `portfolio-${owner}`, [newProject(owner, projectId)]);
  await appendFacts(engine, owner, `schema-${projectId}`, [
    tableCreated({ projectId, tableId, name: 'T' }),
  ]);
  await imported(otherId);
  await waitForHead(engine);
  const { run: undoNow } = handlers.find(({ call }) => call.name === 'undo-row-import')!;
  const undoOther = () =>
    undoNow(
      {
        ...asked(),
        engine: { ...engine, rowFiles: { uploads: { ids: async () => [] } } },
        caller: { actor: owner, accountId: owner, isAdmin: false },
        source: wholeSource(owner),
        language: 'en',
      } as never,
      { params: { projectId, importId: otherId } } as never,
    );
  await expect(undoOther()).rejects.toMatchObject({ code: 'CONFLICT' });
  await moveToBin(asked(), (await engine.model.get(projectDocs, binned))!, undefined);
  await expect(undoOther()).resolves.toMatchObject({ data: { import: { state: 'undoing' } } });
});
