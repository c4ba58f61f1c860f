import type { JsonObject } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import {
  byLiterals,
  calledPath,
  matchPath,
} from '@hzm/contracts/features/custom-endpoints/address';
import {
  isReading,
  perMinuteOf,
  type EndpointDefinition,
  type SentParameters,
} from '@hzm/contracts/features/custom-endpoints/definition';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import {
  customEndpointDocs,
  endpointRouteDocs,
  endpointVersionDocs,
  placeOf,
  versionId,
  type EndpointRouteDoc,
} from '@hzm/projections/features/custom-endpoints/custom-endpoints';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import type { Context, Engine, Result } from '@hzm/services/core/engine';
import { authorize } from '../../access/authorize.ts';
import { judgedAgain } from '../../past/decided.ts';
import { Checking } from './check.ts';
import { tablesFor } from './resolve.ts';
import { run } from './run.ts';

/** Versions of different endpoints that can be called under addresses of one length, at most. */
const MAX_ROUTES = 1_000;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type CallMethod = (typeof methods)[number];

/** A call of an endpoint's path. */
export interface EndpointCall {
  readonly projectId: string;
  readonly path: readonly string[];
  readonly method: CallMethod;
  readonly query: SentParameters['query'];
  readonly body: SentParameters['body'];
}

interface Route {
  readonly route: EndpointRouteDoc;
  readonly given: Readonly<Record<string, string>>;
}

/** The versions that an address may mean, the one that its literals name first. */
async function routesTo(
  { model, now }: Engine,
  { projectId, path }: EndpointCall,
): Promise<readonly Route[]> {
  const { version, segments } = calledPath(path);
  const { docs } = await model.find({
    collection: endpointRouteDocs,
    limit: MAX_ROUTES,
    where: [
      { path: 'place', op: 'eq', value: placeOf(projectId, segments.length) },
      { path: 'until', op: 'gt', value: now().toISOString() },
    ],
  });
  return docs
    .filter(route => (version === undefined ? route.isCurrent : route.version === version))
    .toSorted(byLiterals)
    .flatMap(route => {
      const given = matchPath(route.path, segments);
      return given ? [{ route, given }] : [];
    });
}

const definitionOf = async (
  { model }: Engine,
  { endpointId, version }: EndpointRouteDoc,
): Promise<EndpointDefinition> => {
  const doc = await model.get(endpointVersionDocs, versionId(endpointId, version));
  if (!doc) throw new Problem('NOT_FOUND');
  return doc.definition;
};

export const accessOf = ({ action }: EndpointDefinition) =>
  isReading(action) ? 'rows:read' : action.kind === 'delete' ? 'rows:delete' : 'rows:write';

/**
 * Refuses strangers while a project's API access or its owner's account is disabled.
 * @throws Problem API_ACCESS_DISABLED, ACCOUNT_DISABLED
 */
export async function checkOpen({ model }: Engine, projectId: string): Promise<void> {
  const project = await model.get(projectDocs, projectId);
  const owner = project && (await model.get(accountDocs, project.ownerId));
  if (!owner) throw new Problem('NOT_FOUND');
  if (!project.settings.allowApiAccess) throw new Problem('API_ACCESS_DISABLED');
  if (!owner.isActive) throw new Problem('ACCOUNT_DISABLED');
}

/**
 * Checks that the caller may call an endpoint, by its definition and by their rights to rows. @throws
 * Problem UNAUTHORIZED, MISSING_HEADERS, KEY_SCOPE, FORBIDDEN, NOT_FOUND
 */
async function checkCaller(
  { engine, caller }: Pick<Context, 'engine' | 'caller'>,
  { projectId, method }: EndpointCall,
  definition: EndpointDefinition,
): Promise<void> {
  if (definition.caller === 'public') return checkOpen(engine, projectId);
  // Also of a public project: its endpoints say themselves who may call them.
  if (caller.actor === 'anonymous') throw new Problem('UNAUTHORIZED');
  if (definition.caller === 'identity' && caller.key && !caller.key.complete)
    throw new Problem('MISSING_HEADERS');
  await authorize(
    engine,
    caller,
    {
      access: accessOf(definition),
      method,
      ...(!isReading(definition.action) && { kind: 'command' }),
    },
    { projectId },
  );
}

/**
 * The same refusal for a missing endpoint and a hidden one, so that strangers cannot tell them
 * apart.
 */
const unknown = ({ caller }: Context): Problem =>
  new Problem(caller.actor === 'anonymous' ? 'UNAUTHORIZED' : 'NOT_FOUND');

/**
 * The version that is called. @throws Problem NOT_FOUND, UNAUTHORIZED, METHOD_NOT_ALLOWED with the
 * methods there are
 */
async function calledVersion(
  context: Context,
  call: EndpointCall,
): Promise<Route & { readonly definition: EndpointDefinition }> {
  const project = await context.engine.model.get(projectDocs, call.projectId);
  const routes = project ? await routesTo(context.engine, call) : [];
  if (routes.length === 0) throw unknown(context);
  for (const route of routes) {
    if (route.route.method !== call.method && route.route.method !== 'ANY') continue;
    await context.pause();
    const definition = await definitionOf(context.engine, route.route);
    // A safe method writes nothing.
    if (call.method !== 'GET' || isReading(definition.action)) return { ...route, definition };
  }
  const [{ route }] = routes as [Route];
  await checkCaller(context, call, await definitionOf(context.engine, route));
  const allow = methods.filter(method =>
    routes.some(one => one.route.method === method || one.route.method === 'ANY'),
  );
  throw new Problem('METHOD_NOT_ALLOWED', {
    allow: allow.filter(method => method !== call.method),
  });
}

/**
 * Calls a published endpoint: finds its version, asks who calls and how often, and does what it
 * says.
 */
export async function callEndpoint(
  context: Context,
  call: EndpointCall,
): Promise<Result<JsonObject>> {
  const { engine } = context;
  const { projectId, query, body } = call;
  const {
    route: { endpointId },
    given,
    definition,
  } = await calledVersion(context, call);
  await judgedAgain(context, caller => checkCaller({ engine, caller }, call, definition));
  const [endpoint, project] = await Promise.all([
    engine.model.get(customEndpointDocs, endpointId),
    engine.model.get(projectDocs, projectId),
  ]);
  if (!endpoint || !project) throw new Problem('NOT_FOUND');
  await context.meter(
    endpointId,
    definition.rate === 'default'
      ? project.settings.maxRequestsPerMinute
      : perMinuteOf[definition.rate],
  );
  if (!endpoint.isOn) throw new Problem('NOT_FOUND', { text: 'endpoint-off' });
  const tables = await tablesFor(engine, projectId, definition);
  if (new Checking(definition, tables).faults().length > 0)
    throw new Problem('CONFLICT', { text: 'endpoint-broken' });
  return run(
    { ...context, request: { ...context.request, endpoint: endpointId } },
    definition,
    tables,
    { path: given, query, body },
    { dry: false },
  );
}
