import * as z from 'zod';
import { FieldKey } from './field-key.ts';
import { Id } from './ids.ts';
import { AnyJson } from './shapes.ts';

/** `kind:id`, such as `table:0193…`; `admin`; or `pricing`, the plans and campaigns on offer. */
const Topic = z
  .string()
  .regex(/^(?:(?:user|project|table|requests|threads?|widget):[0-9a-f-]{36}|admin|pricing)$/);
export const At = z.string().regex(/^\d{20}$/);

export const Handshake = z.union([
  z.object({ token: z.string().max(4000) }),
  z.object({
    apiKey: z.string().max(200),
    email: z.string().max(254),
    projectPassword: z.string().max(256),
  }),
  /** A viewer without an identity, who may watch this widget only. */
  z.object({ widget: Id }),
]);

/**
 * Client → server `auth`, acknowledged by `Authenticated`: a new token of the same person. The
 * server disconnects a socket when its token expires, unless a newer one arrived.
 */
export const Auth = z.strictObject({ token: z.string().min(1).max(4000) });
export const Authenticated = z.object({ success: z.boolean(), code: z.string().optional() });
/**
 * Client → server `watch`, acknowledged by `Watching`. `fieldKey` selects names of fields (default)
 * or their ids as the keys of row values.
 */
export const Watch = z.strictObject({
  topic: Topic,
  after: At.optional(),
  fieldKey: FieldKey.optional(),
});
/**
 * Acknowledges `watch`: every change after `position` is delivered in order and exactly once.
 * `must-refetch`: missed changes are not replayed (too many, older than 10 minutes without the
 * right to read the past, before the right began, a field removed, or `after` unknown to this log).
 */
export const Watching = z.object({
  success: z.boolean(),
  position: z.string().optional(),
  status: z.enum(['live', 'must-refetch']).optional(),
  code: z.string().optional(),
});
/** Client → server `unwatch`. */
export const Unwatch = z.strictObject({ topic: Topic });
/**
 * Server → client `unwatched`: the right ended or the resource is gone (`FORBIDDEN`, `NOT_FOUND`),
 * the client was too slow (`TOO_SLOW`: watch again with `after`), or the session ended
 * (`TOKEN_EXPIRED`, `UNAUTHORIZED`: the server also disconnects).
 */
export const Unwatched = z.object({ topic: z.string(), code: z.string() });

/**
 * A change of one document: a put carries the whole `doc` as a call reads it, a patch the changed
 * members, a drop neither.
 */
export const WireChange = z.object({
  op: z.enum(['put', 'patch', 'drop']),
  /** Such as `row`, `table` or `project`. */
  kind: z.string(),
  id: z.string(),
  /**
   * The row's `_version` after the change. For other kinds and for drops, only its order counts:
   * later changes have higher versions.
   */
  version: z.int(),
  doc: z.record(z.string(), AnyJson).optional(),
  patch: z.record(z.string(), AnyJson).optional(),
  /** The actor and the request id; anonymous watchers of a public project receive neither. */
  actor: z.object({ id: z.string(), name: z.string() }).optional(),
  requestId: z.string().optional(),
});
/**
 * Server → client `changes`: one message per event or batch; `position` rises strictly per topic.
 */
export const Changes = z.object({
  topic: z.string(),
  position: z.string(),
  at: z.string(),
  changes: z.array(WireChange),
});

export const PresenceState = z.strictObject({
  rowId: z.string().max(64).optional(),
  field: z.string().max(200).optional(),
  /** On `thread:<id>`, `edit` means typing. */
  mode: z.enum(['view', 'edit']),
});
/** Client → server `presence`; null leaves. */
export const Presence = z.strictObject({ topic: Topic, state: PresenceState.nullable() });
/**
 * Server → client `presence`: the members of the topic. `id` is the socket's, so a person can
 * appear twice.
 */
export const Members = z.object({
  topic: z.string(),
  members: z.array(
    z.object({
      id: z.string(),
      userId: z.string(),
      name: z.string(),
      color: z.string(),
      state: PresenceState,
    }),
  ),
});

export type Authenticated = z.output<typeof Authenticated>;
export type Watch = z.output<typeof Watch>;
export type Watching = z.output<typeof Watching>;
export type WireChange = z.output<typeof WireChange>;
export type Changes = z.output<typeof Changes>;
export type Presence = z.output<typeof Presence>;
export type PresenceState = z.output<typeof PresenceState>;
export type Members = z.output<typeof Members>;
