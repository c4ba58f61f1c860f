import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/custom-endpoints/api';
import type { EndpointDefinition } from '@hzm/contracts/features/custom-endpoints/definition';
import {
  endpointVersionDocs,
  versionId,
} from '@hzm/projections/features/custom-endpoints/custom-endpoints';
import type { StreamCommand } from '@hzm/services/core/commands/command-executor';
import type { Decision } from '@hzm/services/core/commands/decider';
import type { Precondition } from '@hzm/services/core/commands/precondition';
import { handle, handleDocument, type Context } from '@hzm/services/core/engine';
import { authorize } from '../../access/authorize.ts';
import { projectDoc } from '../../access/project.ts';
import { decided, guarded, type Judge } from '../../past/decided.ts';
import { endpointRequestDoc } from '../endpoint-requests/view.ts';
import { accessOf, callEndpoint } from './call.ts';
import { callableVersions } from './callable-versions.ts';
import { describedProject } from './description.ts';
import {
  addEndpoint,
  changeEndpoint,
  endpoints,
  publishEndpoint,
  removeEndpoint,
  rollBackEndpoint,
  switchEndpoint,
  type Endpoints,
  type OfEndpoint,
} from './endpoints.ts';
import { fitted } from './resolve.ts';
import { run } from './run.ts';
import { endpointAnswer, endpointDoc, endpointsOf, listedOf } from './view.ts';

/** Maximum descriptions of a project that a caller is made in a minute. */
const DESCRIPTIONS_PER_MINUTE = 60;

const decidedOn = (
  context: Context,
  projectId: string,
  decide: (s: Endpoints) => Decision,
  more: Pick<StreamCommand<Endpoints>, 'precondition' | 'allowed'> = {},
) =>
  decided(context, projectId, {
    stream: `custom-endpoints-${projectId}`,
    decider: endpoints,
    decide,
    ...more,
  });

/** Decides about one endpoint that is still as its caller saw it. */
async function decidedOne(
  context: Context,
  endpointId: string,
  decide: (of: OfEndpoint) => (s: Endpoints) => Decision,
  allowed?: StreamCommand<Endpoints>['allowed'],
) {
  const { engine, expected } = context;
  const { projectId, position: at } = await endpointDoc(engine, endpointId);
  const precondition: Precondition | undefined =
    expected === undefined
      ? undefined
      : {
          position: at,
          expected,
          isAbout: ({ data }) => data['endpointId'] === endpointId,
          current: async () => (await endpointAnswer(context, endpointId)).data.endpoint,
        };
  return decidedOn(context, projectId, decide({ projectId, endpointId }), {
    precondition,
    allowed,
  });
}

async function answeredOne(
  context: Context,
  endpointId: string,
  decide: (of: OfEndpoint) => (s: Endpoints) => Decision,
  allowed?: StreamCommand<Endpoints>['allowed'],
) {
  const { position, seen } = await decidedOne(context, endpointId, decide, allowed);
  return { ...(await endpointAnswer(context, endpointId, seen)), position };
}

/**
 * Checks that the caller may do what a definition does: trying it shows rows, publishing it can
 * open them to everybody. @throws Problem KEY_SCOPE
 */
const checkDoes = (
  { engine, caller }: Pick<Context, 'engine' | 'caller'>,
  projectId: string,
  definition: EndpointDefinition,
) => authorize(engine, caller, { access: accessOf(definition), method: 'POST' }, { projectId });

/**
 * The same for everything that one endpoint does once it is on: versions that are kept beside the
 * current one, too. @throws Problem KEY_SCOPE
 */
async function checkDoesAll(
  context: Pick<Context, 'engine' | 'caller'>,
  projectId: string,
  endpointId: string,
): Promise<void> {
  for await (const version of callableVersions(context.engine, projectId)) {
    if (version.endpointId === endpointId) await checkDoes(context, projectId, version.definition);
  }
}

export const handlers = [
  handle(api.listCustomEndpoints, ({ engine, source, pause }, { params: { projectId }, query }) =>
    engine.lists.run(source, async () => {
      const { requestId } = query;
      const docs = await endpointsOf(engine, projectId);
      const asked = docs.filter(doc => requestId === undefined || doc.requestId === requestId);
      return { data: { endpoints: await listedOf(engine, asked, pause) } };
    }),
  ),

  handle(
    api.addCustomEndpoint,
    async (context, { params: { projectId }, body: { name, definition, requestId } }) => {
      const { engine, request } = context;
      await fitted(engine, projectId, definition);
      if (
        requestId !== null &&
        (await endpointRequestDoc(engine, requestId)).projectId !== projectId
      )
        throw new Problem('NOT_FOUND');
      const endpointId = (await engine.executor.ids(request))(
        `project:${projectId}`,
        'custom-endpoint',
      );
      const { position, seen } = await decidedOn(
        context,
        projectId,
        addEndpoint({ projectId, endpointId }, requestId, name, definition),
      );
      return { ...(await endpointAnswer(context, endpointId, seen)), position };
    },
  ),

  handle(api.getCustomEndpoint, (context, { params: { endpointId } }) =>
    endpointAnswer(context, endpointId),
  ),

  handle(
    api.changeCustomEndpoint,
    async (context, { params: { endpointId }, body: { name, definition } }) => {
      await fitted(
        context.engine,
        (await endpointDoc(context.engine, endpointId)).projectId,
        definition,
      );
      return answeredOne(context, endpointId, of => changeEndpoint(of, name, definition));
    },
  ),

  handle(
    api.tryCustomEndpoint,
    async (context, { params: { projectId }, body: { definition, sent } }) => {
      const tables = await fitted(context.engine, projectId, definition);
      await checkDoes(context, projectId, definition);
      const { data, status = 200 } = await run(context, definition, tables, sent, { dry: true });
      return { data: { status, answer: { success: true, data } } };
    },
  ),

  handle(
    api.publishCustomEndpoint,
    async (context, { params: { endpointId }, body: { keepDays } }) => {
      const { engine } = context;
      // The draft may be another one once it is published.
      const judge: Judge = async caller => {
        const { projectId, draft } = await endpointDoc(engine, endpointId);
        await fitted(engine, projectId, draft);
        await checkDoes({ engine, caller }, projectId, draft);
      };
      const publish = (of: OfEndpoint) => publishEndpoint(of, keepDays, engine.now());
      return guarded(context, allowed => answeredOne(context, endpointId, publish, allowed), judge);
    },
  ),

  handle(
    api.rollBackCustomEndpoint,
    async (context, { params: { endpointId }, body: { version, keepDays } }) => {
      const { engine } = context;
      const { projectId } = await endpointDoc(engine, endpointId);
      const judge: Judge = async caller => {
        const earlier = await engine.model.get(endpointVersionDocs, versionId(endpointId, version));
        if (earlier) await checkDoes({ engine, caller }, projectId, earlier.definition);
      };
      const rollBack = (of: OfEndpoint) => rollBackEndpoint(of, version, keepDays, engine.now());
      return guarded(
        context,
        allowed => answeredOne(context, endpointId, rollBack, allowed),
        judge,
      );
    },
  ),

  handle(api.switchCustomEndpoint, async (context, { params: { endpointId }, body: { isOn } }) => {
    const { engine } = context;
    const { projectId } = await endpointDoc(engine, endpointId);
    const turn = (of: OfEndpoint) => switchEndpoint(of, isOn);
    // Not guarded: switching an endpoint off must not wait for views that fall behind.
    if (!isOn) return answeredOne(context, endpointId, turn);
    return guarded(
      context,
      allowed => answeredOne(context, endpointId, turn, allowed),
      caller => checkDoesAll({ engine, caller }, projectId, endpointId),
    );
  }),

  handle(api.removeCustomEndpoint, async (context, { params: { endpointId } }) => {
    const { position } = await decidedOne(context, endpointId, removeEndpoint);
    await context.engine.usage.forget([endpointId]);
    return { data: {}, position };
  }),

  handleDocument(api.describeProject, async (context, { params: { projectId }, query }) => {
    const { engine, source, left } = context;
    await context.limit(`describe ${projectId}`, DESCRIPTIONS_PER_MINUTE);
    const project = await projectDoc(engine, projectId);
    return engine.computing.run(
      source,
      () => describedProject(context, project, query.table),
      left?.(),
    );
  }),

  handle(api.callEndpoint, (context, { params, query }) =>
    callEndpoint(context, { ...params, query, body: {}, method: 'GET' }),
  ),
  ...[api.postToEndpoint, api.putToEndpoint, api.patchEndpoint, api.deleteOfEndpoint].map(call =>
    handle(call, (context, { params, query, body }) =>
      callEndpoint(context, { ...params, query, body, method: call.method }),
    ),
  ),
];
