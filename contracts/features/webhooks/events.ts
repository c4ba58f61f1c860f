import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { isPosition, type Position } from '../../core/position.ts';
import { PauseReason, WebhookChoices } from './webhook.ts';

const At = z.custom<Position>(value => typeof value === 'string' && isPosition(value));
const ofProject = { projectId: Id };
const open = { projectId: because.key };

/** Stream `webhook-<projectId>`. Holds the complete choices after the change. */
export const webhookChoicesChanged = event('webhook-choices-changed', {
  version: 1,
  needsRoom: true,
  shape: { ...ofProject, choices: z.object(WebhookChoices.shape) },
  open,
});
/**
 * `former` is the secret before, valid until its end. `ownerId` is there if nobody was shown the
 * new secret, because a person lost the sight of secrets; the owner is notified.
 */
export const webhookSecretRenewed = event('webhook-secret-renewed', {
  version: 1,
  shape: {
    ...ofProject,
    secret: z.string(),
    former: z.object({ secret: z.string(), until: Instant }).nullable(),
    ownerId: Id.optional(),
  },
  open,
});
/**
 * Stream `project-<projectId>`. The webhook was switched off because a person who lost the sight of
 * secrets may have chosen its receiver. `ownerId` is notified.
 */
export const webhookSuspended = event('webhook-suspended', {
  version: 1,
  shape: { ...ofProject, ownerId: Id },
  open: { ...open, ownerId: because.id },
});
/** Ends the former secret before its time. */
export const webhookSecretEnded = event('webhook-secret-ended', {
  version: 1,
  shape: ofProject,
  open,
});
/** `position`: the event that could not be delivered. */
export const webhookPaused = event('webhook-paused', {
  version: 1,
  shape: { ...ofProject, reason: PauseReason, position: At.nullable() },
  open,
});
export const webhookResumed = event('webhook-resumed', {
  version: 1,
  needsRoom: true,
  shape: ofProject,
  open,
});
/** Sends all events again that follow this position; resumes a paused webhook. */
export const webhookSentAgain = event('webhook-sent-again', {
  version: 1,
  needsRoom: true,
  shape: { ...ofProject, after: At },
  open,
});
