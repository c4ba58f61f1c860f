import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { EndpointDefinition } from './definition.ts';

const open = { projectId: because.key, endpointId: because.id };
const ofEndpoint = { projectId: Id, endpointId: Id, name: z.string() };
/** `until` is when the version called until now stops being callable. */
const left = { from: z.int().nullable(), until: Instant.nullable() };

/**
 * Stream `custom-endpoints-<projectId>`. One stream for all endpoints of a project, so that no two
 * share a path.
 */
export const customEndpointAdded = event('custom-endpoint-added', {
  version: 1,
  needsRoom: true,
  shape: { ...ofEndpoint, requestId: Id.nullable(), definition: EndpointDefinition },
  open: { ...open, requestId: because.id },
});
/** Changes the draft, which is published next. */
export const customEndpointChanged = event('custom-endpoint-changed', {
  version: 1,
  needsRoom: true,
  shape: { ...ofEndpoint, definition: EndpointDefinition },
  open,
});
export const customEndpointPublished = event('custom-endpoint-published', {
  version: 1,
  needsRoom: true,
  shape: { ...ofEndpoint, ...left, version: z.int(), definition: EndpointDefinition },
  open,
});
/** Makes an earlier version current again. */
export const customEndpointRolledBack = event('custom-endpoint-rolled-back', {
  version: 1,
  needsRoom: true,
  shape: { ...ofEndpoint, from: z.int(), until: Instant, version: z.int() },
  open,
});
export const customEndpointSwitchedOff = event('custom-endpoint-switched-off', {
  version: 1,
  shape: ofEndpoint,
  open,
});
export const customEndpointSwitchedOn = event('custom-endpoint-switched-on', {
  version: 1,
  needsRoom: true,
  shape: ofEndpoint,
  open,
});
export const customEndpointRemoved = event('custom-endpoint-removed', {
  version: 1,
  shape: ofEndpoint,
  open,
});
