import { isIntact, type Event } from '@hzm/contracts/core/event';
import { Problem } from '@hzm/contracts/core/problem';
import { endpointRequestAdded, endpointRequestChanged, endpointRequestMoved, endpointRequestRejected, endpointRequestRestored, endpointRequestStepUndone, endpointRequestWithdrawn } from '@hzm/contracts/features/endpoint-requests/events';
import { MAX_EVENTS_TOLD, type EndpointRequest, type RequestEvent } from '@hzm/contracts/features/endpoint-requests/request';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import { endpointRequestDocs, type EndpointRequestDoc } from '@hzm/projections/features/endpoint-requests/endpoint-requests';
import type { Caller, Engine } from '@hzm/services/core/engine';
import { readOnce } from '@hzm/services/core/read-once';
import { showsMember, sightOf } from '../../access/visibility.ts';
import { actorsOf } from '../../access/actors.ts';
import { pathOfRequest } from '../custom-endpoints/path-of-request.ts';
import { projectDoc } from '../projects/view.ts';
import type { RequestState } from './endpoint-request.ts';

export const streamOf = (requestId: string): string => `endpoint-request-${requestId}`;

/** @throws Problem NOT_FOUND */
export async function endpointRequestDoc({ model }: Pick<Engine, 'model'>, id: string): Promise<EndpointRequestDoc> {
  const doc = await model.get(endpointRequestDocs, id);
  if (!doc) throw new Problem('NOT_FOUND');
  return doc;
}

/** Whether the caller is told people's addresses. */
export const seesAddresses = (caller: Pick<Caller, 'key'>): boolean => showsMember(sightOf(caller, { role: null }), 'endpoint-request', 'requester_email');

/** Before anybody builds it there is none to look for. */
export const endpointPathOf = async (engine: Pick<Engine, 'model'>, id: string, status: RequestState['status']): Promise<string | undefined> =>
  (mayHaveEndpoint.has(status) ? pathOfRequest(engine, id) : undefined);
const mayHaveEndpoint: ReadonlySet<RequestState['status']> = new Set(['approved', 'testing', 'implementing', 'completed', 'implemented']);

interface Around {
  readonly projectName: string;
  readonly requester: { readonly name: string; readonly email?: string } | undefined;
  readonly withAddress: boolean;
  readonly endpointPath: string | undefined;
}

/** A request on the wire. */
export const requestOf = (id: string, doc: Omit<RequestState, 'last'>, { projectName, requester, withAddress, endpointPath }: Around): EndpointRequest => ({
  ...doc.form, id, project_id: doc.projectId, project_name: projectName,
  requester_id: doc.requesterId, requester_name: requester?.name ?? '', requester_email: withAddress ? (requester?.email ?? '') : '',
  endpoint_path: endpointPath ?? null, expected_response: null,
  status: doc.status, admin_notes: doc.adminNotes, rejection_reason: doc.rejectionReason,
  created_at: doc.createdAt, requested_at: doc.createdAt, reviewed_at: doc.reviewedAt, implemented_at: doc.implementedAt, updated_at: doc.updatedAt, _version: doc.version,
});

/** What requests of one project are shown with. */
export async function aroundRequests(engine: Pick<Engine, 'model'>, caller: Pick<Caller, 'key'>, projectId: string): Promise<(id: string, doc: Omit<RequestState, 'last'>) => Promise<Around>> {
  const { name: projectName } = await projectDoc(engine, projectId);
  const [person, actor] = [readOnce(engine, accountDocs), actorsOf(engine)];
  return async (id, { requesterId, status }) =>
    ({ projectName, requester: (await person(requesterId)) ?? (await actor(requesterId)), withAddress: seesAddresses(caller), endpointPath: await endpointPathOf(engine, id, status) });
}

const kinds: Readonly<Record<string, RequestEvent['kind']>> = {
  [endpointRequestAdded.type]: 'added', [endpointRequestChanged.type]: 'changed', [endpointRequestMoved.type]: 'moved', [endpointRequestRejected.type]: 'rejected',
  [endpointRequestStepUndone.type]: 'step-undone', [endpointRequestWithdrawn.type]: 'withdrawn', [endpointRequestRestored.type]: 'restored',
};

function statusAfter({ type, data }: Event, before: RequestEvent['status']): RequestEvent['status'] {
  switch (kinds[type]) {
    case 'moved': return data['to'] as RequestEvent['status'];
    case 'rejected': return 'rejected';
    case 'step-undone': return (data['standing'] as { readonly status: RequestEvent['status'] }).status;
    case 'withdrawn': return 'withdrawn';
    case 'changed': return before;
    default: return 'pending';
  }
}

/** What became of a request, oldest first; of a long history the last. @param version how many events there are */
export async function eventsOf({ store, codec, model }: Pick<Engine, 'store' | 'codec' | 'model'>, requestId: string, version: number): Promise<RequestEvent[]> {
  const stored = await store.readStream(streamOf(requestId), { from: Math.max(0, version - MAX_EVENTS_TOLD), limit: MAX_EVENTS_TOLD });
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
        kind: kinds[event.type]!, position: event.position, at: event.meta.at, status, note: typeof note === 'string' ? note : typeof reason === 'string' ? reason : '',
        actor: await person(actor),
      });
    }
  }
  return events;
}
