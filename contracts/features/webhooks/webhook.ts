import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { START, type Position } from '../../core/position.ts';
import { list } from '../../core/shapes.ts';

/** The kinds of events among which a project chooses. */
export const WEBHOOK_KINDS = [
  'row-added',
  'row-changed',
  'row-removed',
  'row-restored',
  'table',
  'field',
] as const;
export const WebhookKind = z.enum(WEBHOOK_KINDS);
export type WebhookKind = z.output<typeof WebhookKind>;

/** Maximum tables that a choice names. */
export const MAX_WEBHOOK_TABLES = 200;
/** Attempts at one event, after which the webhook is paused. */
export const WEBHOOK_TRIES = 8;
/** Calls of a project that are kept. */
export const WEBHOOK_CALLS = 100;
/** Bytes of a receiver's answer that are kept. */
export const WEBHOOK_ANSWER_BYTES = 1_024;
/** Calls that people of a project may ask for in a minute: tests, and single events sent again. */
export const WEBHOOK_ASKED_PER_MINUTE = 20;
/** Such calls that one account may ask for in a minute, for all projects. */
export const WEBHOOK_ASKED_OF_ACCOUNT_PER_MINUTE = 40;
export const MAX_OVERLAP_HOURS = 168;
export const DEFAULT_OVERLAP_HOURS = 24;

export const WebhookPosition = z
  .string()
  .regex(/^\d{20}$/)
  .meta({ examples: [START] })
  .transform(text => text as Position);

/** The reason why a webhook is paused; `gone` is the answer 410. */
export const PauseReason = z.enum(['failing', 'gone', 'refused']);
export type PauseReason = z.output<typeof PauseReason>;

/**
 * The reason why a call has no usable answer: `refused` is an address within the network, `protocol`
 * one that answers in another protocol, such as HTTP where the address says HTTPS.
 */
export const CallFailure = z.enum([
  'refused',
  'name-unknown',
  'unreachable',
  'timeout',
  'certificate',
  'protocol',
  'redirected',
  'status',
]);
export type CallFailure = z.output<typeof CallFailure>;

/** `tableIds` null means all tables. */
export const WebhookChoices = z.strictObject({
  kinds: list(WebhookKind, { min: 1, max: WEBHOOK_KINDS.length }),
  tableIds: list(Id, { min: 0, max: MAX_WEBHOOK_TABLES }).nullable().default(null),
});
export type WebhookChoices = z.output<typeof WebhookChoices>;

export const defaultChoices: WebhookChoices = { kinds: [...WEBHOOK_KINDS], tableIds: null };

export const Webhook = z
  .object({
    /** `waiting`: for the next attempt after a failure. */
    state: z.enum(['off', 'sending', 'waiting', 'paused']),
    ...WebhookChoices.shape,
    /** `formerUntil`: the end of the secret before, which is valid beside this one. */
    secret: z.object({ since: Instant, formerUntil: Instant.nullable() }).nullable(),
    paused: z
      .object({ reason: PauseReason, at: Instant, position: z.string().nullable() })
      .nullable(),
    /** The last position that needs no call any more; null before the first. */
    sentTo: z.string().nullable(),
    /** Failed attempts at the next event. */
    tries: z.int(),
    nextTryAt: Instant.nullable(),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.output<typeof Webhook>;

/** `position` is null for a test call; `status` null without an answer. */
export const WebhookCall = z
  .object({
    id: Id,
    at: Instant,
    type: z.string(),
    position: z.string().nullable(),
    eventId: z.string(),
    attempt: z.int(),
    /** Whether somebody asked for this call. */
    isAsked: z.boolean(),
    milliseconds: z.int(),
    status: z.int().nullable(),
    failure: CallFailure.nullable(),
  })
  .meta({ id: 'WebhookCall' });
export type WebhookCall = z.output<typeof WebhookCall>;
