import type { Actor } from '@hzm/contracts/core/actor';
import { isIntact, type Event } from '@hzm/contracts/core/event';
import { Problem } from '@hzm/contracts/core/problem';
import { MAX_ENDPOINTS } from '@hzm/contracts/features/custom-endpoints/endpoint';
import {
  endpointRequestAdded,
  endpointRequestChanged,
  endpointRequestMoved,
  endpointRequestRejected,
  endpointRequestRestored,
  endpointRequestStepUndone,
  endpointRequestWithdrawn,
} from '@hzm/contracts/features/endpoint-requests/events';
import {
  MAX_EVENTS_TOLD,
  type EndpointRequest,
  type RequestEvent,
} from '@hzm/contracts/features/endpoint-requests/request';
import { accountDocs, type AccountDoc } from '@hzm/projections/features/accounts/accounts';
import {
  customEndpointDocs,
  endpointRouteDocs,
  versionId,
} from '@hzm/projections/features/custom-endpoints/custom-endpoints';
import {
  endpointRequestDocs,
  type EndpointRequestDoc,
} from '@hzm/projections/features/endpoint-requests/endpoint-requests';
import type { ProjectDoc } from '@hzm/projections/features/projects/projects';
import type { Caller, Engine } from '@hzm/services/core/engine';
import { readOnce } from '@hzm/services/core/read-model/read-once';
import { actorsOf, isNobody } from '../../access/actors.ts';
import { projectDoc } from '../../access/project.ts';
import { shownTo, sightOf } from '../../access/visibility.ts';
import type { RequestState } from './endpoint-request.ts';

export const streamOf = (requestId: string): string => `endpoint-request-${requestId}`;

/** @throws Problem NOT_FOUND */
export async function endpointRequestDoc(
  { model }: Pick<Engine, 'model'>,
  id: string,
): Promise<EndpointRequestDoc> {
  const doc = await model.get(endpointRequestDocs, id);
  if (!doc) throw new Problem('NOT_FOUND');
  return doc;
}

/** Before anybody builds it there is none to look for. */
export const endpointPathOf = async (
  engine: Pick<Engine, 'model'>,
  id: string,
  status: RequestState['status'],
): Promise<string | undefined> =>
  mayHaveEndpoint.has(status) ? pathOfRequest(engine, id) : undefined;
const mayHaveEndpoint: ReadonlySet<RequestState['status']> = new Set([
  'approved',
  'testing',
  'implementing',
  'completed',
  'implemented',
]);

type Requester = Pick<EndpointRequest, 'requester_kind' | 'requester_name' | 'requester_email'>;
type Find<Found> = (id: string) => Promise<Found>;

/**
 * Names the person or the key that asked for an endpoint. A key is answered for by the owner of its
 * project.
 */
export async function requesterOf(
  id: string,
  { ownerId }: Pick<ProjectDoc, 'ownerId'>,
  person: Find<Pick<AccountDoc, 'name' | 'email'> | undefined>,
  actor: Find<Actor>,
): Promise<Requester> {
  const account = await person(id);
  if (account) {
    const requester_kind = id === ownerId ? 'owner' : 'person';
    return { requester_kind, requester_name: account.name, requester_email: account.email };
  }
  const { kind, name } = await actor(id);
  const isKey = kind === 'key';
  const answering = isKey && !isNobody(id) ? await person(ownerId) : undefined;
  return {
    requester_kind: isKey ? 'key' : 'person',
    requester_name: name,
    requester_email: answering?.email ?? '',
  };
}

interface Around {
  readonly projectName: string;
  readonly requester: Requester;
  readonly endpointPath: string | undefined;
}

/** A request on the wire. */
export const requestOf = (
  id: string,
  doc: Omit<RequestState, 'last'>,
  { projectName, requester, endpointPath }: Around,
): EndpointRequest => ({
  ...doc.form,
  id,
  project_id: doc.projectId,
  project_name: projectName,
  requester_id: doc.requesterId,
  ...requester,
  endpoint_path: endpointPath ?? null,
  expected_response: null,
  status: doc.status,
  admin_notes: doc.adminNotes,
  rejection_reason: doc.rejectionReason,
  created_at: doc.createdAt,
  requested_at: doc.createdAt,
  reviewed_at: doc.reviewedAt,
  implemented_at: doc.implementedAt,
  updated_at: doc.updatedAt,
  _version: doc.version,
});

/** Loads the names and endpoints that requests of one project are shown with. */
export async function aroundRequests(
  engine: Pick<Engine, 'model'>,
  caller: Pick<Caller, 'key'>,
  projectId: string,
): Promise<(id: string, doc: Omit<RequestState, 'last'>) => Promise<Around>> {
  const project = await projectDoc(engine, projectId);
  const [person, actor] = [readOnce(engine, accountDocs), actorsOf(engine)];
  const sight = sightOf(caller, { role: null });
  return async (id, { requesterId, status }) => {
    const requester = await requesterOf(requesterId, project, person, actor);
    return {
      projectName: project.name,
      requester: shownTo(sight, 'endpoint-request', requester),
      endpointPath: await endpointPathOf(engine, id, status),
    };
  };
}

const kinds: Readonly<Record<string, RequestEvent['kind']>> = {
  [endpointRequestAdded.type]: 'added',
  [endpointRequestChanged.type]: 'changed',
  [endpointRequestMoved.type]: 'moved',
  [endpointRequestRejected.type]: 'rejected',
  [endpointRequestStepUndone.type]: 'step-undone',
  [endpointRequestWithdrawn.type]: 'withdrawn',
  [endpointRequestRestored.type]: 'restored',
};

function statusAfter(
  { type, data }: Event,
  before: RequestEvent['status'],
): RequestEvent['status'] {
  switch (kinds[type]) {
    case 'moved':
      return data['to'] as RequestEvent['status'];
    case 'rejected':
      return 'rejected';
    case 'step-undone':
      return (data['standing'] as { readonly status: RequestEvent['status'] }).status;
    case 'withdrawn':
      return 'withdrawn';
    case 'changed':
      return before;
    default:
      return 'pending';
  }
}

/**
 * Returns the request's history, oldest first; of a long history only the newest events.
 * @param version the number of events
 */
export async function eventsOf(
  { store, codec, model }: Pick<Engine, 'store' | 'codec' | 'model'>,
  requestId: string,
  version: number,
): Promise<RequestEvent[]> {
  const stored = await store.readStream(streamOf(requestId), {
    from: Math.max(0, version - MAX_EVENTS_TOLD),
    limit: MAX_EVENTS_TOLD,
  });
  const person = actorsOf({ model });
  let status: RequestEvent['status'] = 'pending';
  const events: RequestEvent[] = [];
  for await (const { events: opened } of codec.slices(stored)) {
    for (const event of opened) {
      if (!isIntact(event) || event.erased) continue;
      status = statusAfter(event, status);
      const { note, reason } = event.data;
      const actor = event.meta.actor;
      events.push({
        kind: kinds[event.type]!,
        position: event.position,
        at: event.meta.at,
        status,
        note: typeof note === 'string' ? note : typeof reason === 'string' ? reason : '',
        actor: await person(actor),
      });
    }
  }
  return events;
}

/**
 * Returns the path of the first published endpoint that a request became; undefined if none is
 * published.
 */
async function pathOfRequest(
  { model }: Pick<Engine, 'model'>,
  requestId: string,
): Promise<string | undefined> {
  const { docs } = await model.find({
    collection: customEndpointDocs,
    where: [{ path: 'requestId', op: 'eq', value: requestId }],
    limit: MAX_ENDPOINTS,
  });
  const published = docs.find(({ current }) => current !== null);
  const route =
    published && (await model.get(endpointRouteDocs, versionId(published.id, published.current!)));
  return route && `/custom/${route.projectId}/${route.path}`;
}
