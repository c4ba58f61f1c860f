import * as z from 'zod';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { RequestForm, RequestStatus, ReviewState } from './request.ts';

const open = { projectId: because.key, requestId: because.id };
/** `name` is the requested endpoint's name at that time. */
const ofRequest = { projectId: Id, requestId: Id, name: z.string() };

/**
 * Stream `endpoint-request-<id>`. The event's actor is the requester. `ownerId` owns the project at
 * that time and is notified; null in requests before version 2.
 */
export const endpointRequestAdded = event('endpoint-request-added', {
  version: 2,
  needsRoom: true,
  shape: { ...ofRequest, form: RequestForm, ownerId: Id.nullable() },
  open: { ...open, ownerId: because.id },
});
export const endpointRequestChanged = event('endpoint-request-changed', {
  version: 1,
  needsRoom: true,
  shape: { ...ofRequest, form: RequestForm },
  open,
});
export const endpointRequestMoved = event('endpoint-request-moved', {
  version: 1,
  needsRoom: true,
  shape: { ...ofRequest, from: RequestStatus, to: RequestStatus, note: z.string() },
  open,
});
export const endpointRequestRejected = event('endpoint-request-rejected', {
  version: 1,
  needsRoom: true,
  shape: { ...ofRequest, from: RequestStatus, reason: z.string() },
  open,
});
/** Undoes the last step and restores `standing`. */
export const endpointRequestStepUndone = event('endpoint-request-step-undone', {
  version: 1,
  needsRoom: true,
  shape: { ...ofRequest, from: RequestStatus, standing: ReviewState },
  open,
});
export const endpointRequestWithdrawn = event('endpoint-request-withdrawn', {
  version: 1,
  shape: ofRequest,
  open,
});
/** `ownerId` owns the project at that time and is notified; null before version 2. */
export const endpointRequestRestored = event('endpoint-request-restored', {
  version: 2,
  needsRoom: true,
  shape: { ...ofRequest, ownerId: Id.nullable() },
  open: { ...open, ownerId: because.id },
});
