import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/threads/api';
import type { Message } from '@hzm/contracts/features/threads/message';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { threadMarkDocs } from '@hzm/projections/features/threads/documents';
import type { Decision } from '@hzm/services/core/commands/decider';
import { handle, type Context } from '@hzm/services/core/engine';
import { slice } from '@hzm/services/core/ports/slices';
import { projectDoc } from '../../access/project.ts';
import { reachable } from '../../access/reachable.ts';
import { senderOf, threadDoc } from '../../access/thread.ts';
import { decideOnThread, listed, peopleFor, threadNow, withCurrent } from './deciding.ts';
import { findThreads } from './find.ts';
import {
  MAX_STARS,
  readerOf,
  rowCounts,
  rowThreads,
  scopeOf,
  statusCounts,
  type Reader,
} from './marks.ts';
import { messageHandlers } from './message-handlers.ts';
import { messagePage, quotedIn } from './page.ts';
import { isThere, saidIn } from './said.ts';
import { setStar, star, starStream } from './star.ts';
import {
  changeThread,
  moveThread,
  openThread,
  thread,
  threadStream,
  type Deciding,
  type ThreadState,
} from './thread.ts';
import { messageOf } from './view.ts';

/** The project that is named, or the key's own: somebody may, so there is one. */
const projectIdOf = (
  { caller }: Context,
  { projectId }: { readonly projectId?: string | undefined },
): string => {
  const id = projectId ?? caller.key?.projectId;
  if (id === undefined) throw new Problem('NOT_FOUND');
  return id;
};

/** Projects whose threads are listed together, at most: those that changed last. */
const MAX_TOGETHER = 20;

/**
 * The projects whose threads are asked for. A person who names none asks for those that they own or
 * are a member of.
 */
async function listedProjects(
  context: Context,
  params: { readonly projectId?: string | undefined },
): Promise<readonly string[]> {
  const { engine, caller } = context;
  if (params.projectId !== undefined || caller.key) return [projectIdOf(context, params)];
  const where = await reachable({ engine, caller: { ...caller, isAdmin: false } });
  const sort = { by: { path: 'updatedAt' }, descending: true } as const;
  const { docs } = await engine.model.find({
    collection: projectDocs,
    where,
    sort,
    limit: MAX_TOGETHER,
  });
  return docs.map(({ id }) => id);
}

/** Decides about a thread and answers it. */
async function decided(
  context: Context,
  threadId: string,
  decide: (by: Deciding) => (s: ThreadState | undefined) => Decision,
) {
  const doc = await threadDoc(context.engine, threadId);
  const done = decideOnThread(context, doc, decide({ threadId, expected: context.expected }));
  return threadNow(
    context,
    threadId,
    await withCurrent(
      done,
      async () =>
        (await threadNow(context, threadId, { position: undefined, repeated: undefined })).data,
    ),
  );
}

export const handlers = [
  ...messageHandlers,

  handle(api.listThreads, (context, { params, query }) =>
    context.engine.lists.run(context.source, async () => {
      const { engine, caller } = context;
      const projectIds = await listedProjects(context, params);
      const readers = new Map<string, Reader>();
      for (const id of projectIds) readers.set(id, await readerOf(engine, caller, id));
      const starred = new Set([...readers.values()].flatMap(reader => [...reader.starred]));
      const people = peopleFor(context);
      const { table_id } = query;
      const [{ docs, total = 0, nextCursor }, counts, rows] = await Promise.all([
        findThreads(context, projectIds, query, starred),
        statusCounts(engine, readers),
        table_id === undefined ? undefined : rowCounts(engine, projectIds, table_id),
      ]);
      return {
        data: {
          threads: await Promise.all(
            docs.map(doc => listed(context, doc, readers.get(doc.projectId)!, people)),
          ),
          statusCounts: counts,
          ...(rows && { rowCounts: rows }),
          pagination: {
            limit: query.limit,
            total,
            ...(nextCursor !== undefined && { nextCursor }),
          },
        },
      };
    }),
  ),

  handle(api.listRowThreads, ({ engine, caller, source }, { params: { tableId } }) =>
    engine.lists.run(source, async () => {
      const projectId = (await engine.model.get(tableDocs, tableId))?.projectId;
      if (projectId === undefined) throw new Problem('NOT_FOUND');
      return {
        data: {
          threads: await rowThreads(engine, tableId, await readerOf(engine, caller, projectId)),
        },
      };
    }),
  ),

  handle(
    api.openThread,
    async (context, { params, body: { initialMessage, row = null, ...opening } }) => {
      const { engine, caller, request } = context;
      const projectId = projectIdOf(context, params);
      const project = await projectDoc(engine, projectId);
      if (row && !(await isThere(engine, projectId, row.table_id, row.row_id)))
        throw new Problem('VALIDATION_ERROR', {
          details: [{ path: 'row', message: { key: 'thread-row-unknown' } }],
        });
      const [said, { total = 0 }] = await Promise.all([
        saidIn(engine, project, initialMessage, []),
        engine.model.find({
          collection: threadMarkDocs,
          where: [{ path: 'projectId', op: 'eq', value: projectId }],
          limit: 0,
          count: true,
        }),
      ]);
      const idOf = await engine.executor.ids(request);
      const threadId = idOf(`project:${projectId}`, 'thread');
      const of = { projectId, threadId, messageId: idOf(`thread:${threadId}`, 'message') };
      const done = await engine.executor.execute(request, {
        stream: threadStream(of.threadId),
        decider: thread,
        about: { projectId },
        fresh: true,
        decide: openThread(of, { ...opening, row }, senderOf(caller), said, total),
      });
      return threadNow(context, of.threadId, done);
    },
  ),

  handle(api.getThread, async (context, { params: { threadId }, query }) => {
    const { engine, caller } = context;
    const doc = await threadDoc(engine, threadId);
    const [reader, { docs, before, after }] = await Promise.all([
      readerOf(engine, caller, doc.projectId),
      messagePage(engine, threadId, query),
    ]);
    const people = peopleFor(context);
    // A message may have a thousand reactions.
    const shown = async (of: typeof docs): Promise<Message[]> => {
      const messages: Message[] = [];
      for (const one of of) {
        await slice();
        messages.push(await messageOf(one, people));
      }
      return messages;
    };
    return {
      data: {
        thread: await listed(context, doc, reader, people),
        messages: await shown(docs),
        quoted: await shown(await quotedIn(engine, docs)),
        before,
        after,
        readUpTo: reader.upTo(threadId) ?? null,
      },
      version: doc.revision + 1,
    };
  }),

  handle(api.changeThread, (context, { params: { threadId }, body }) =>
    decided(context, threadId, by => changeThread(by, body)),
  ),
  handle(api.moveThread, (context, { params: { threadId }, body: { status } }) =>
    decided(context, threadId, by => moveThread(by, status)),
  ),

  handle(api.starThread, async (context, { params: { threadId }, body: { starred } }) => {
    const { engine, caller, request } = context;
    // A star is a person's.
    if (caller.key || caller.master) throw new Problem('KEY_SCOPE');
    const { projectId } = await threadDoc(engine, threadId);
    const reader = await readerOf(engine, caller, projectId);
    if (starred !== false && !reader.starred.has(threadId) && reader.starred.size >= MAX_STARS)
      throw new Problem('CONFLICT', { text: { key: 'star-limit', values: { limit: MAX_STARS } } });
    const done = await engine.executor.execute(request, {
      stream: starStream(caller.actor, threadId),
      decider: star,
      decide: setStar({ accountId: caller.actor, threadId, scope: scopeOf(projectId) }, starred),
    });
    return threadNow(context, threadId, done);
  }),
];
