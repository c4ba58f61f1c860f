import { sameJson } from '@hzm/contracts/core/json';
import { ordinal } from '@hzm/contracts/core/position';
import { Problem, type ProblemDetail } from '@hzm/contracts/core/problem';
import { EndpointDefinition } from '@hzm/contracts/features/custom-endpoints/definition';
import {
  MAX_ENDPOINTS,
  MAX_VERSIONS,
  type CustomEndpoint,
  type EndpointState,
  type EndpointVersion,
  type ListedEndpoint,
} from '@hzm/contracts/features/custom-endpoints/endpoint';
import {
  customEndpointDocs,
  endpointRouteDocs,
  endpointVersionDocs,
  versionId,
  type CustomEndpointDoc,
} from '@hzm/projections/features/custom-endpoints/custom-endpoints';
import type { Context, Engine, Result } from '@hzm/services/core/engine';
import { daysUntil } from '@hzm/services/core/limits/usage-counter';
import type { Pause } from '@hzm/services/core/ports/slices';
import type { Usage } from '@hzm/services/core/ports/usage-store';
import { inAnswer } from '@hzm/services/core/read-model/answer-page';
import { findInParts } from '@hzm/services/core/read-model/find-in-parts';
import { say } from '@hzm/services/core/say';
import { actorsOf } from '../../access/actors.ts';
import { Checking } from './check.ts';
import { tablesFor } from './resolve.ts';

type Reading = Pick<Engine, 'model' | 'now'>;

/** @throws Problem NOT_FOUND */
export async function endpointDoc(
  { model }: Pick<Engine, 'model'>,
  endpointId: string,
): Promise<CustomEndpointDoc> {
  const doc = await model.get(customEndpointDocs, endpointId);
  if (!doc) throw new Problem('NOT_FOUND');
  return doc;
}

/** All endpoints of a project, as they were made. */
export const endpointsOf = async (
  { model }: Pick<Engine, 'model'>,
  projectId: string,
): Promise<readonly CustomEndpointDoc[]> =>
  (
    await findInParts(model, {
      collection: customEndpointDocs,
      where: [{ path: 'projectId', op: 'eq', value: projectId }],
      limit: MAX_ENDPOINTS,
      bytes: inAnswer(),
    })
  ).docs;

/** Returns the definition of the current version. */
const currentDefinition = async (
  { model }: Pick<Engine, 'model'>,
  { id, current }: CustomEndpointDoc,
): Promise<EndpointDefinition | undefined> =>
  current === null
    ? undefined
    : (await model.get(endpointVersionDocs, versionId(id, current)))?.definition;

/**
 * The definition that a copy of an endpoint begins with: the current version, or the draft if it
 * was never published.
 */
export const definitionToCopy = async (
  engine: Pick<Engine, 'model'>,
  doc: CustomEndpointDoc,
): Promise<EndpointDefinition> => (await currentDefinition(engine, doc)) ?? doc.draft;

const faultsOf = async (
  engine: Reading,
  projectId: string,
  definition: EndpointDefinition,
): Promise<readonly ProblemDetail[]> =>
  new Checking(definition, await tablesFor(engine, projectId, definition)).faults();

const stateOf = (
  { current, isOn }: CustomEndpointDoc,
  faults: readonly ProblemDetail[],
): EndpointState =>
  current === null ? 'draft' : !isOn ? 'off' : faults.length > 0 ? 'broken' : 'live';
const isSame = (one: EndpointDefinition, other: EndpointDefinition): boolean =>
  sameJson(EndpointDefinition.parse(one), EndpointDefinition.parse(other));

interface Looked {
  readonly listed: ListedEndpoint;
  readonly faults: readonly ProblemDetail[];
}

async function looked(
  engine: Reading,
  doc: CustomEndpointDoc,
  { used, lastUsed }: Usage,
): Promise<Looked> {
  const definition = await currentDefinition(engine, doc);
  const faults = definition ? await faultsOf(engine, doc.projectId, definition) : [];
  const { id, projectId, requestId, name, draft, current, last, createdAt, updatedAt } = doc;
  const { method, path } = definition ?? draft;
  return {
    faults,
    listed: {
      id,
      projectId,
      requestId,
      name,
      method,
      path,
      state: stateOf(doc, faults),
      version: current,
      lastVersion: last,
      isChanged: definition !== undefined && !isSame(definition, draft),
      calls: used,
      lastCalled: lastUsed,
      createdAt,
      updatedAt,
    },
  };
}

/**
 * Endpoints as a list tells them, in slices: each is checked against its tables.
 * @throws what `pause` throws
 */
export async function listedOf(
  engine: Engine,
  docs: readonly CustomEndpointDoc[],
  pause: Pause,
): Promise<ListedEndpoint[]> {
  const usage = await engine.usage.of(docs.map(({ id }) => id));
  const listed: ListedEndpoint[] = [];
  for (const doc of docs) {
    await pause();
    listed.push((await looked(engine, doc, usage.get(doc.id)!)).listed);
  }
  return listed;
}

async function versionsOf(
  { model }: Pick<Engine, 'model'>,
  { id, current }: CustomEndpointDoc,
): Promise<EndpointVersion[]> {
  const [{ docs }, routes] = await Promise.all([
    findInParts(model, {
      collection: endpointVersionDocs,
      where: [{ path: 'endpointId', op: 'eq', value: id }],
      sort: { by: { path: 'version' }, descending: true },
      limit: MAX_VERSIONS,
      bytes: inAnswer(),
    }),
    model.find({
      collection: endpointRouteDocs,
      where: [{ path: 'endpointId', op: 'eq', value: id }],
      limit: MAX_VERSIONS,
    }),
  ]);
  const until = new Map(routes.docs.map(route => [route.version, route.until]));
  const actor = actorsOf({ model });
  return Promise.all(
    docs.map(async ({ version, definition, publishedAt, publishedBy }) => ({
      version,
      method: definition.method,
      path: definition.path,
      definition,
      publishedAt,
      publishedBy: (await actor(publishedBy)).name,
      until: version === current ? null : (until.get(version) ?? publishedAt),
    })),
  );
}

/**
 * One endpoint as it is answered, with its version. @param seen where it is read: for a repeated
 * request, as it was then
 */
export async function endpointAnswer(
  { engine, language }: Pick<Context, 'engine' | 'language'>,
  endpointId: string,
  seen: Pick<Engine, 'model'> = engine,
): Promise<Result<{ endpoint: CustomEndpoint }>> {
  const doc = await endpointDoc(seen, endpointId);
  const usage = (await engine.usage.of([endpointId])).get(endpointId)!;
  const [{ listed, faults }, versions] = await Promise.all([
    looked({ model: seen.model, now: engine.now }, doc, usage),
    versionsOf(seen, doc),
  ]);
  const counted = new Map(usage.days.map(({ day, used }) => [day, used]));
  return {
    version: ordinal(doc.position),
    data: {
      endpoint: {
        ...listed,
        _version: ordinal(doc.position),
        draft: doc.draft,
        versions,
        faults: faults.map(({ path, message }) => ({ path, message: say(language, message) })),
        usage: {
          days: daysUntil(engine.now()).map(day => ({ day, used: counted.get(day) ?? 0 })),
          calls: usage.uses.map(use => ({ ...use })).toReversed(),
        },
      },
    },
  };
}
