import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/portable/api';
import type { Import } from '@hzm/contracts/features/portable/portable';
import {
  EVERYBODY,
  listedProjects,
  personDocs,
} from '@hzm/projections/features/administration/administration';
import { clearingDocs, importDocs } from '@hzm/projections/features/portable/portable';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { handle, handleFile, type Context } from '@hzm/services/core/engine';
import { SYSTEM } from '@hzm/services/core/ports/read-model';
import { accountDoc } from '../../access/account.ts';
import { beginClearing, clearing, clearingStream } from './clearing.ts';
import { exportText } from './export.ts';
import { endImport, imports, importStream, startImport } from './import.ts';
import { receive } from './receive.ts';
import { beginToClear } from './run-clearing.ts';
import { storageOf } from './storage.ts';
import { clearingOf } from './view.ts';

const MAX_SHOWN_IMPORTS = 20;

async function decideOn(
  { engine, request }: Context,
  importId: string,
  decide: (of: {
    readonly importId: string;
    readonly accountId: string;
  }) => ReturnType<typeof startImport>,
): Promise<{ data: { import: Import }; position: Position | undefined }> {
  const doc = await engine.model.get(importDocs, importId);
  if (!doc) throw new Problem('NOT_FOUND');
  const { position } = await engine.executor.execute(request, {
    stream: importStream(importId),
    decider: imports,
    decide: decide({ importId, accountId: doc.accountId }),
  });
  await engine.projector.waitForPosition(position);
  return { data: { import: (await engine.model.get(importDocs, importId)) ?? doc }, position };
}

export const handlers = [
  handleFile(api.exportBackup, async ({ engine, caller }) => {
    const { id, name, email } = await accountDoc(engine, caller.actor);
    const until = engine.now().toISOString();
    return {
      name: `backup-${until.slice(0, 10)}.json`,
      chunks: exportText(engine, { id, name, email }, until),
    };
  }),

  handle(api.restoreBackup, async (context, { query: { preview } }) => {
    const { importId, position } = await receive(context);
    const doc = await context.engine.model.get(importDocs, importId);
    if (!doc) throw new Problem('NOT_READY', { retryAfter: 1 });
    if (preview || doc.state !== 'ready') return { data: { import: doc }, position };
    return decideOn(
      { ...context, request: { ...context.request, repeatable: false } },
      importId,
      startImport,
    );
  }),

  handle(api.listImports, async ({ engine }) => ({
    data: {
      imports: [
        ...(
          await engine.model.find({
            collection: importDocs,
            sort: { by: 'created', descending: true },
            limit: MAX_SHOWN_IMPORTS,
          })
        ).docs,
      ],
    },
  })),
  handle(api.startImport, async (context, { params: { importId } }) =>
    decideOn(context, importId, startImport),
  ),
  handle(api.stopImport, async (context, { params: { importId } }) =>
    decideOn(context, importId, of => endImport(of, 'stopped')),
  ),
  handle(api.storage, async ({ engine }) => ({ data: await storageOf(engine) })),

  handle(api.clearAll, async ({ engine, caller, request }) => {
    const {
      docs: [running],
    } = await engine.model.find({
      collection: clearingDocs,
      where: [{ path: 'state', op: 'eq', value: 'running' }],
      limit: 1,
    });
    if (running && running.accountId !== caller.actor)
      throw new Problem('CONFLICT', { text: 'clearing-running' });
    const clearingId =
      running?.id ?? (await engine.executor.ids(request))(`account:${caller.actor}`, 'clearing');
    const { position } = await engine.executor.execute(request, {
      stream: clearingStream(clearingId),
      decider: clearing,
      decide: beginClearing({
        clearingId,
        accountId: caller.actor,
        sessionId: caller.sessionId ?? null,
      }),
    });
    await engine.projector.waitForPosition(position);
    const doc = await engine.model.get(clearingDocs, clearingId);
    if (!doc) throw new Problem('NOT_READY', { retryAfter: 1 });
    if (doc.state === 'running') beginToClear(engine, doc);
    return { data: { clearing: clearingOf(doc) }, position };
  }),

  handle(api.getClearing, async ({ engine: { model } }) => {
    const [
      {
        docs: [last],
      },
      people,
      projects,
      tables,
    ] = await Promise.all([
      model.find({ collection: clearingDocs, sort: { by: 'created', descending: true }, limit: 1 }),
      model.find({
        collection: personDocs,
        partition: EVERYBODY,
        limit: 0,
        count: true,
        ...SYSTEM,
      }),
      model.find({
        collection: listedProjects,
        partition: EVERYBODY,
        limit: 0,
        count: true,
        ...SYSTEM,
      }),
      model.find({ collection: tableDocs, limit: 0, count: true }),
    ]);
    return {
      data: {
        clearing: last ? clearingOf(last) : null,
        people: Math.max(0, (people.total ?? 0) - 1),
        projects: projects.total ?? 0,
        tables: tables.total ?? 0,
      },
    };
  }),
];
