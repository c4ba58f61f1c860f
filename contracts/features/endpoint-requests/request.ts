import * as z from 'zod';
import { Actor } from '../../core/actor.ts';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { name, storable } from '../../core/name.ts';

/**
 * Requests of one project that are in its lists; and with those that were withdrawn, which are kept
 * and can be brought back.
 */
export const MAX_REQUESTS = 1_000;
export const MAX_KEPT_REQUESTS = 10_000;
/** What somebody asks for, in bytes of JSON. */
export const MAX_REQUEST_BYTES = 32 * 1024;
/** How long the administrator who took a step can take it back. */
export const UNDO_SECONDS = 60;
/** As much as an administrator answers with a step. */
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
/** As a request says how often it may be called: 10, 100, 1000 a minute. */
export const RateLimitNeed = z.enum(['default', 'low', 'medium', 'high', 'unlimited']);
/** The presets of the form; others may say it in their own words. */
export const frequencies = [
  '1-10-per-day',
  '10-100-per-day',
  '100-1000-per-day',
  '1-10-per-hour',
  '10-100-per-hour',
  '100-per-hour',
  'continuous',
] as const;

/** `withdrawn`: its requester took it back. */
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

/** Where a request of a status is found; nowhere once it is withdrawn. */
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

/** Where the one button leads that moves a request on; nowhere from the end. */
export const advanced: Readonly<Partial<Record<RequestStatus, RequestStatus>>> = {
  pending: 'approved',
  reviewing: 'approved',
  approved: 'testing',
  testing: 'implementing',
  implementing: 'completed',
};

const MAX_TEXT = 4_000;
const text = (max = MAX_TEXT) => storable(z.string().trim().max(max)).default('');

/** What somebody asks for. */
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

/** How far a request has come, and what its requester was answered. */
export const ReviewState = z.strictObject({
  status: RequestStatus,
  adminNotes: z.string().nullable(),
  rejectionReason: z.string().nullable(),
  reviewedAt: Instant.nullable(),
  implementedAt: Instant.nullable(),
});
export type ReviewState = z.output<typeof ReviewState>;

/** What a step changes. @param at when it was taken, ISO 8601 */
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
 * A request as it is answered. `_version` counts its changes; `endpoint_path` and
 * `expected_response` are of the endpoint that it became.
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
 * `position`: of its last change; `unread`: somebody else made that, and the caller has not read
 * it.
 */
export const ListedRequest = EndpointRequest.extend({
  position: z.string(),
  unread: z.boolean(),
}).meta({ id: 'ListedEndpointRequest' });
export type ListedRequest = z.output<typeof ListedRequest>;

/**
 * One thing that became of a request. `status`: as it was from then on; `note`: what was answered
 * with it.
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
/** Of a longer history the last ones are answered. */
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
