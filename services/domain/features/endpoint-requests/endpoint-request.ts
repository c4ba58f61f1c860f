import type { Event } from '@hzm/contracts/core/event';
import { sameJson } from '@hzm/contracts/core/json';
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
  isStep,
  MAX_KEPT_REQUESTS,
  MAX_REQUESTS,
  RequestForm,
  stepped,
  UNDO_SECONDS,
  type RequestStatus,
  type ReviewState,
} from '@hzm/contracts/features/endpoint-requests/request';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';

/** The last step, as long as nothing followed it: who took it when, and what it came after. */
interface LastStep {
  readonly by: string;
  readonly at: string;
  readonly before: ReviewState;
}

/** A request as its events describe it. `version` counts them. */
export interface RequestState extends ReviewState {
  readonly projectId: string;
  readonly requesterId: string;
  readonly form: RequestForm;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly version: number;
  readonly last: LastStep | undefined;
}

const reviewStateOf = ({
  status,
  adminNotes,
  rejectionReason,
  reviewedAt,
  implementedAt,
}: ReviewState): ReviewState => ({
  status,
  adminNotes,
  rejectionReason,
  reviewedAt,
  implementedAt,
});
const fresh: ReviewState = {
  status: 'pending',
  adminNotes: null,
  rejectionReason: null,
  reviewedAt: null,
  implementedAt: null,
};

/** The state after one more event. */
const grown = (
  s: RequestState | undefined,
  { meta }: Partial<Event>,
  change: Partial<RequestState>,
): RequestState | undefined =>
  s && {
    ...s,
    updatedAt: meta?.at ?? s.updatedAt,
    version: s.version + 1,
    last: undefined,
    ...change,
  };

function moved(
  s: RequestState | undefined,
  from: RequestStatus,
  to: RequestStatus,
  note: string,
  event: Partial<Event>,
): RequestState | undefined {
  const at = event.meta?.at ?? '';
  return (
    s &&
    grown(s, event, {
      ...stepped(from, to, note, at),
      last: { by: event.meta?.actor ?? '', at, before: reviewStateOf(s) },
    })
  );
}

export const endpointRequest = decider<RequestState | undefined>(undefined, when => [
  when(endpointRequestAdded, (_, { projectId, form }, { meta }) => ({
    ...fresh,
    projectId,
    requesterId: meta?.actor ?? '',
    form,
    createdAt: meta?.at ?? '',
    updatedAt: meta?.at ?? '',
    version: 1,
    last: undefined,
  })),
  when(endpointRequestChanged, (s, { form }, event) => grown(s, event, { form })),
  when(endpointRequestMoved, (s, { from, to, note }, event) => moved(s, from, to, note, event)),
  when(endpointRequestRejected, (s, { from, reason }, event) =>
    moved(s, from, 'rejected', reason, event),
  ),
  when(endpointRequestStepUndone, (s, { standing }, event) => grown(s, event, standing)),
  when(endpointRequestWithdrawn, (s, _, event) => grown(s, event, { status: 'withdrawn' })),
  when(endpointRequestRestored, (s, _, event) => grown(s, event, { status: 'pending' })),
]);

/**
 * The person who decides about a request. `expected` is the version that they saw; a stale one is
 * refused with the current state.
 */
export interface Deciding {
  readonly requestId: string;
  readonly actor: string;
  readonly expected: number | undefined;
}

type Decide = (s: RequestState | undefined) => Decision;

/** Decides about a request that is there, as its caller saw it. */
const about =
  ({ expected }: Deciding, decide: (s: RequestState) => Decision): Decide =>
  s =>
    !s
      ? reject('NOT_FOUND')
      : expected !== undefined && expected !== s.version
        ? reject('VERSION_MISMATCH', { data: { current: s } })
        : decide(s);

/** Decides about a request of the caller's own. */
const aboutOwn = (by: Deciding, decide: (s: RequestState) => Decision): Decide =>
  about(by, s =>
    s.requesterId === by.actor ? decide(s) : reject('FORBIDDEN', { text: 'request-not-own' }),
  );

const ofRequest = (
  { projectId, form }: RequestState,
  { requestId }: Deciding,
): { projectId: string; requestId: string; name: string } => ({
  projectId,
  requestId,
  name: form.endpoint_name,
});
const seen = (): Decision => reject('INVALID_TRANSITION', { text: 'request-seen' });

/** The number of a project's requests: those in its lists, and all with the withdrawn ones. */
export interface RequestCount {
  readonly listed: number;
  readonly kept: number;
}

const full = (limit: number): Decision =>
  reject('CONFLICT', { text: { key: 'request-limit', values: { limit } } });

interface NewRequest {
  readonly projectId: string;
  readonly requestId: string;
  readonly ownerId: string;
}

export const addRequest =
  (of: NewRequest, form: RequestForm, { listed, kept }: RequestCount): Decide =>
  s =>
    s
      ? []
      : listed >= MAX_REQUESTS
        ? full(MAX_REQUESTS)
        : kept >= MAX_KEPT_REQUESTS
          ? full(MAX_KEPT_REQUESTS)
          : [endpointRequestAdded({ ...of, name: form.endpoint_name, form })];

export const changeRequest = (by: Deciding, form: RequestForm): Decide =>
  aboutOwn(by, s =>
    s.status !== 'pending'
      ? seen()
      : isSame(s.form, form)
        ? []
        : [endpointRequestChanged({ ...ofRequest(s, by), name: form.endpoint_name, form })],
  );

const isSame = (one: RequestForm, other: RequestForm): boolean =>
  sameJson(RequestForm.parse(one), other);

export const withdrawRequest = (by: Deciding): Decide =>
  aboutOwn(by, s =>
    s.status === 'withdrawn'
      ? []
      : s.status === 'pending'
        ? [endpointRequestWithdrawn(ofRequest(s, by))]
        : seen(),
  );

/** @param ownerId owns the project now */
export const restoreRequest = (by: Deciding, ownerId: string, { listed }: RequestCount): Decide =>
  aboutOwn(by, s =>
    s.status === 'pending'
      ? []
      : s.status !== 'withdrawn'
        ? reject('INVALID_TRANSITION')
        : listed >= MAX_REQUESTS
          ? full(MAX_REQUESTS)
          : [endpointRequestRestored({ ...ofRequest(s, by), ownerId })],
  );

/**
 * Takes a request its next step, or rejects it: then the note is the reason, and there must be one.
 */
export const moveRequest = (by: Deciding, to: RequestStatus, note: string): Decide =>
  about(by, s => {
    if (!isStep(s.status, to)) return reject('INVALID_TRANSITION');
    if (to !== 'rejected')
      return [endpointRequestMoved({ ...ofRequest(s, by), from: s.status, to, note })];
    return note === ''
      ? reject('VALIDATION_ERROR', {
          text: 'request-reason-empty',
          details: [{ path: 'admin_notes', message: { key: 'request-reason-empty' } }],
        })
      : [endpointRequestRejected({ ...ofRequest(s, by), from: s.status, reason: note })];
  });

/**
 * Takes back the step that made the request what it is at `version`: by who took it, shortly after,
 * when nothing followed.
 */
export const undoStep = (by: Deciding, version: number, now: Date): Decide =>
  about(by, s =>
    s.version === version &&
    s.last?.by === by.actor &&
    now.getTime() - Date.parse(s.last.at) <= UNDO_SECONDS * 1000
      ? [
          endpointRequestStepUndone({
            ...ofRequest(s, by),
            from: s.status,
            standing: s.last.before,
          }),
        ]
      : reject('CONFLICT', { text: 'request-step-gone' }),
  );
