import * as z from 'zod';
import { Actor } from '../../core/actor.ts';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { name, storable } from '../../core/name.ts';

/**
 * Maximum requests of a project in its lists, and including withdrawn ones, which can be restored.
 */
export const MAX_REQUESTS = 1_000;
export const MAX_KEPT_REQUESTS = 10_000;
/** Maximum size of a form, in bytes of JSON. */
export const MAX_REQUEST_BYTES = 32 * 1024;
/** Seconds in which an administrator can undo the own step. */
export const UNDO_SECONDS = 60;
/** Maximum characters of an administrator's note. */
export const MAX_NOTE = 2_000;

export const RequestPriority = z.enum(['low', 'medium', 'high', 'urgent', 'critical']);
export type RequestPriority = z.output<typeof RequestPriority>;
export const priorityWeight: Readonly<Record<RequestPriority, number>> = {
  low: 1,
  medium: 2,
  high: 3,
  urgent: 4,
  critical: 5,
};

export const RequestMethod = z.enum(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'ANY']);
/** The requested rate limit: 10, 100 or 1,000 calls a minute for low, medium, high. */
export const RateLimitNeed = z.enum(['default', 'low', 'medium', 'high', 'unlimited']);
/** Presets of the form; other texts are accepted. */
export const frequencies = [
  '1-10-per-day',
  '10-100-per-day',
  '100-1000-per-day',
  '1-10-per-hour',
  '10-100-per-hour',
  '100-per-hour',
  'continuous',
] as const;

/** `withdrawn` means taken back by its requester. */
export const RequestStatus = z.enum([
  'pending',
  'reviewing',
  'approved',
  'testing',
  'implementing',
  'completed',
  'rejected',
  'implemented',
  'withdrawn',
]);
export type RequestStatus = z.output<typeof RequestStatus>;

export const RequestCategory = z.enum([
  'inbox',
  'approved',
  'testing',
  'implementing',
  'completed',
  'rejected',
]);
export type RequestCategory = z.output<typeof RequestCategory>;

/** The list that shows requests of a status; null for withdrawn ones. */
export const categoryOf: Readonly<Record<RequestStatus, RequestCategory | null>> = {
  pending: 'inbox',
  reviewing: 'inbox',
  approved: 'approved',
  testing: 'testing',
  implementing: 'implementing',
  completed: 'completed',
  implemented: 'completed',
  rejected: 'rejected',
  withdrawn: null,
};

const steps: Readonly<Record<RequestStatus, readonly RequestStatus[]>> = {
  pending: ['reviewing', 'approved', 'rejected'],
  reviewing: ['approved', 'rejected'],
  approved: ['testing', 'rejected'],
  testing: ['implementing', 'rejected'],
  implementing: ['completed', 'rejected'],
  completed: ['implemented'],
  implemented: [],
  rejected: [],
  withdrawn: [],
};
export const isStep = (from: RequestStatus, to: RequestStatus): boolean => steps[from].includes(to);

/** The next status of the advance button; absent for final ones. */
export const advanced: Readonly<Partial<Record<RequestStatus, RequestStatus>>> = {
  pending: 'approved',
  reviewing: 'approved',
  approved: 'testing',
  testing: 'implementing',
  implementing: 'completed',
};

const MAX_TEXT = 4_000;
const text = (max = MAX_TEXT) => storable(z.string().trim().max(max)).default('');

export const RequestForm = z.strictObject({
  endpoint_name: name({
    min: 3,
    max: 100,
    empty: 'request-name-empty',
    short: 'request-name-too-short',
  }),
  http_method: RequestMethod.default('GET'),
  description: storable(
    z
      .string({ error: 'request-description-empty' })
      .trim()
      .min(1, { error: 'request-description-empty', abort: true })
      .min(10, 'request-description-too-short')
      .max(MAX_TEXT),
  ),
  input_requirements: text(),
  output_requirements: text(),
  use_cases: text(),
  priority: RequestPriority.default('medium'),
  frequency_estimate: text(100),
  response_format: storable(z.string().trim().max(200)).default('JSON'),
  rate_limit_needs: RateLimitNeed.default('default'),
  auth_required: z.boolean().default(true),
  special_requirements: text(),
});
export type RequestForm = z.output<typeof RequestForm>;

/** The status of a request and the answer to its requester. */
export const ReviewState = z.strictObject({
  status: RequestStatus,
  adminNotes: z.string().nullable(),
  rejectionReason: z.string().nullable(),
  reviewedAt: Instant.nullable(),
  implementedAt: Instant.nullable(),
});
export type ReviewState = z.output<typeof ReviewState>;

/**
 * Returns the members that a step changes.
 * @param at the time of the step, ISO 8601
 */
export const stepped = (
  from: RequestStatus,
  to: RequestStatus,
  note: string,
  at: string,
): Partial<ReviewState> => ({
  status: to,
  ...(note !== '' && { adminNotes: note }),
  ...(to === 'rejected' && { rejectionReason: note }),
  ...(from === 'pending' && { reviewedAt: at }),
  ...(to === 'completed' && { implementedAt: at }),
});

/**
 * A request on the wire. `_version` counts its changes; `endpoint_path` and `expected_response`
 * describe the resulting endpoint.
 */
export const EndpointRequest = RequestForm.extend({
  id: Id,
  project_id: Id,
  project_name: z.string(),
  requester_id: Id,
  requester_name: z.string(),
  requester_kind: z.enum(['owner', 'person', 'key']),
  requester_email: z.string().meta({
    description:
      "For a key the address of the project's owner. Keys with the scope project are shown the owner's " +
      'alone, which they have to know; empty for others, and when the account is gone.',
  }),
  endpoint_path: z.string().nullable(),
  expected_response: z.string().nullable(),
  status: RequestStatus,
  admin_notes: z.string().nullable(),
  rejection_reason: z.string().nullable(),
  created_at: Instant,
  requested_at: Instant,
  reviewed_at: Instant.nullable(),
  implemented_at: Instant.nullable(),
  updated_at: Instant,
  _version: z.int(),
}).meta({ id: 'EndpointRequest' });
export type EndpointRequest = z.output<typeof EndpointRequest>;

/**
 * `position` is that of the last change; `unread` means that somebody else made it and the caller
 * has not read it.
 */
export const ListedRequest = EndpointRequest.extend({
  position: z.string(),
  unread: z.boolean(),
}).meta({ id: 'ListedEndpointRequest' });
export type ListedRequest = z.output<typeof ListedRequest>;

/**
 * An entry in a request's history. `status` is the one after it; `note` is the answer given with
 * it.
 */
export const RequestEvent = z
  .object({
    kind: z.enum(['added', 'changed', 'moved', 'rejected', 'step-undone', 'withdrawn', 'restored']),
    position: z.string(),
    at: Instant,
    actor: Actor,
    status: RequestStatus,
    note: z.string(),
  })
  .meta({ id: 'EndpointRequestEvent' });
export type RequestEvent = z.output<typeof RequestEvent>;
/** Maximum entries of a history, newest first to stay. */
export const MAX_EVENTS_TOLD = 200;

const perPriority = z.record(RequestPriority, z.int());
export const RequestCounts = z
  .object({
    total: z.int(),
    unread: z.int(),
    categories: z.record(
      RequestCategory,
      z.object({ count: z.int(), unread: z.int(), priorities: perPriority }),
    ),
  })
  .meta({ id: 'EndpointRequestCounts' });
export type RequestCounts = z.output<typeof RequestCounts>;
