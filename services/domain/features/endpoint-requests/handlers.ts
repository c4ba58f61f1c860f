import type { InputOf } from '@hzm/contracts/core/call';
import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/endpoint-requests/api';
import {
  MAX_REQUESTS,
  type EndpointRequest,
} from '@hzm/contracts/features/endpoint-requests/request';
import {
  endpointRequestDocs,
  requestMarkDocs,
  type EndpointRequestDoc,
  type RequestMarkDoc,
} from '@hzm/projections/features/endpoint-requests/endpoint-requests';
import type { Decision } from '@hzm/services/core/commands/decider';
import { askerOf, handle, type Context, type Engine, type Result } from '@hzm/services/core/engine';
import { BadCursor, type Find } from '@hzm/services/core/ports/read-model';
import { inAnswer, wholePage } from '@hzm/services/core/read-model/answer-page';
import { projectDoc } from '../../access/project.ts';
import { unreadBy } from '../read-marks/unread.ts';
import { countsOf } from './counts.ts';
import {
  addRequest,
  changeRequest,
  endpointRequest,
  moveRequest,
  restoreRequest,
  undoStep,
  withdrawRequest,
  type Deciding,
  type RequestCount,
  type RequestState,
} from './endpoint-request.ts';
import { aroundRequests, endpointRequestDoc, eventsOf, requestOf, streamOf } from './view.ts';

const ofProject = (projectId: string) => [
  { path: 'projectId', op: 'eq', value: projectId } as const,
];
const sorts: Readonly<
  Record<'newest' | 'oldest' | 'priority', NonNullable<Find<EndpointRequestDoc>['sort']>>
> = {
  newest: { by: 'created', descending: true },
  oldest: { by: 'created' },
  priority: {
    by: { path: 'weight' },
    descending: true,
    thenBy: [{ by: 'created', descending: true }],
  },
};

const isListed = { path: 'category', op: 'empty', value: false } as const;

/**
 * Returns the counted requests of a project; simultaneous requests may exceed the maximum by a few.
 */
const marksOf = async (
  { model }: Pick<Engine, 'model'>,
  projectId: string,
): Promise<readonly RequestMarkDoc[]> =>
  (
    await model.find({
      collection: requestMarkDocs,
      where: [...ofProject(projectId), isListed],
      limit: MAX_REQUESTS * 2,
    })
  ).docs;

async function countOf({ model }: Pick<Engine, 'model'>, projectId: string): Promise<RequestCount> {
  const total = async (...more: readonly (typeof isListed)[]): Promise<number> =>
    (
      await model.find({
        collection: requestMarkDocs,
        where: [...ofProject(projectId), ...more],
        limit: 0,
        count: true,
      })
    ).total ?? 0;
  const [listed, kept] = await Promise.all([total(isListed), total()]);
  return { listed, kept };
}

/** Tells whether the caller has not read a request. */
async function unreadOf(
  { engine, caller }: Context,
  projectId: string,
): Promise<(mark: RequestMarkDoc) => boolean> {
  const isUnread = await unreadBy(engine, caller, `requests:${projectId}`);
  return ({ id, position, changedBy }) => isUnread({ topic: `request:${id}`, position, changedBy });
}

/** Decides about one request and answers it as it was right then. */
async function decided(
  context: Context,
  requestId: string,
  projectId: string,
  decide: (by: Deciding) => (s: RequestState | undefined) => Decision,
  isFresh = false,
): Promise<Result<EndpointRequest>> {
  const { engine, caller, request, expected } = context;
  const around = await aroundRequests(engine, caller, projectId);
  const shown = async (s: RequestState): Promise<EndpointRequest> =>
    requestOf(requestId, s, await around(requestId, s));
  const step = {
    stream: streamOf(requestId),
    decider: endpointRequest,
    about: { projectId },
    fresh: isFresh,
    decide: decide({ requestId, actor: caller.actor, expected }),
  };
  const { state, position } = await engine.executor
    .execute(request, step)
    .catch(async (problem: unknown) => {
      if (!(problem instanceof Problem) || problem.code !== 'VERSION_MISMATCH') throw problem;
      throw new Problem('VERSION_MISMATCH', {
        data: {
          current: await shown((problem.data as { readonly current: RequestState }).current),
        },
      });
    });
  if (!state) throw new Problem('NOT_FOUND');
  await engine.projector.waitForPosition(position);
  return { data: await shown(state), position, version: state.version };
}

const decidedOn = async (
  context: Context,
  requestId: string,
  decide: (by: Deciding) => (s: RequestState | undefined) => Decision,
): Promise<Result<EndpointRequest>> =>
  decided(
    context,
    requestId,
    (await endpointRequestDoc(context.engine, requestId)).projectId,
    decide,
  );

const conditionsOf = ({
  category,
  priority,
  search,
}: Pick<
  InputOf<typeof api.listEndpointRequests>['query'],
  'category' | 'priority' | 'search'
>): NonNullable<Find<EndpointRequestDoc>['where']> => [
  category === undefined
    ? { path: 'status', op: 'ne', value: 'withdrawn' }
    : { path: 'category', op: 'eq', value: category },
  ...(priority === undefined ? [] : [{ path: 'priority', op: 'eq', value: priority } as const]),
  ...(search ? [{ path: 'text', op: 'contains', text: search } as const] : []),
];

export const handlers = [
  handle(
    api.listEndpointRequests,
    async (
      context,
      { params: { projectId }, query: { category, priority, sort, search, page, limit, cursor } },
    ) => {
      const { engine, caller } = context;
      const found = await engine.model
        .find({
          collection: endpointRequestDocs,
          sort: sorts[sort],
          limit,
          count: true,
          bytes: inAnswer(),
          ...askerOf(context),
          ...(cursor === undefined ? { skip: (page - 1) * limit } : { cursor }),
          where: [...ofProject(projectId), ...conditionsOf({ category, priority, search })],
        })
        .catch((error: unknown) => {
          throw error instanceof BadCursor
            ? new Problem('VALIDATION_ERROR', {
                details: [{ path: 'cursor', message: { key: 'cursor-unknown' } }],
              })
            : error;
        });
      const {
        docs,
        total = 0,
        nextCursor,
      } = cursor === undefined && page > 1 ? wholePage(found, limit) : found;
      const [marks, isUnread, around] = await Promise.all([
        marksOf(engine, projectId),
        unreadOf(context, projectId),
        aroundRequests(engine, caller, projectId),
      ]);
      const unread = new Set(marks.filter(isUnread).map(({ id }) => id));
      return {
        data: {
          requests: await Promise.all(
            docs.map(async doc => ({
              ...requestOf(doc.id, doc, await around(doc.id, doc)),
              position: doc.position,
              unread: unread.has(doc.id),
            })),
          ),
          counts: countsOf(marks, ({ id }) => unread.has(id)),
          pagination: {
            page,
            limit,
            total,
            totalPages: Math.ceil(total / limit),
            ...(nextCursor !== undefined && { nextCursor }),
          },
        },
      };
    },
  ),

  handle(api.addEndpointRequest, async (context, { params: { projectId }, body }) => {
    const requestId = (await context.engine.executor.ids(context.request))(
      `project:${projectId}`,
      'endpoint-request',
    );
    const count = await countOf(context.engine, projectId);
    const { ownerId } = await projectDoc(context.engine, projectId);
    return decided(
      context,
      requestId,
      projectId,
      () => addRequest({ projectId, requestId, ownerId }, body, count),
      true,
    );
  }),

  handle(api.getEndpointRequest, async (context, { params: { requestId } }) => {
    const { engine, caller } = context;
    const doc = await endpointRequestDoc(engine, requestId);
    const [mark, isUnread, around, history] = await Promise.all([
      engine.model.get(requestMarkDocs, requestId),
      unreadOf(context, doc.projectId),
      aroundRequests(engine, caller, doc.projectId),
      eventsOf(engine, requestId, doc.version),
    ]);
    return {
      data: {
        ...requestOf(requestId, doc, await around(requestId, doc)),
        position: doc.position,
        unread: mark !== undefined && isUnread(mark),
        history,
      },
      version: doc.version,
    };
  }),

  handle(api.changeEndpointRequest, (context, { params: { requestId }, body }) =>
    decidedOn(context, requestId, by => changeRequest(by, body)),
  ),
  handle(api.withdrawEndpointRequest, (context, { params: { requestId } }) =>
    decidedOn(context, requestId, withdrawRequest),
  ),
  handle(api.restoreEndpointRequest, async (context, { params: { requestId } }) => {
    const { projectId } = await endpointRequestDoc(context.engine, requestId);
    const count = await countOf(context.engine, projectId);
    const { ownerId } = await projectDoc(context.engine, projectId);
    return decidedOn(context, requestId, by => restoreRequest(by, ownerId, count));
  }),
  handle(
    api.moveEndpointRequest,
    (context, { params: { requestId }, body: { status, admin_notes } }) =>
      decidedOn(context, requestId, by => moveRequest(by, status, admin_notes)),
  ),
  handle(api.undoEndpointRequestStep, (context, { params: { requestId }, body: { version } }) =>
    decidedOn(context, requestId, by => undoStep(by, version, context.engine.now())),
  ),
];
