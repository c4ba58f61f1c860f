import * as z from 'zod';
import { FieldKey } from './field-key.ts';
import { AnyJson } from './shapes.ts';

/**
 * `kind:id`, e.g. `table:0193…`; or `admin`, or `pricing`: plans and campaigns, of which people are
 * told what is on offer.
 */
const Topic = z
  .string()
  .regex(/^(?:(?:user|project|table|requests|threads?):[0-9a-f-]{36}|admin|pricing)$/);
export const At = z.string().regex(/^\d{20}$/);

export const Handshake = z.union([
  z.object({ token: z.string().max(4000) }),
  z.object({
    apiKey: z.string().max(200),
    email: z.string().max(254),
    projectPassword: z.string().max(256),
  }),
]);

/**
 * Client → server `auth`, answered by `Authenticated`: another token of the same person. Who
 * connected with a token is cut off when it ends, unless they said another one before.
 */
export const Auth = z.strictObject({ token: z.string().min(1).max(4000) });
export const Authenticated = z.object({ success: z.boolean(), code: z.string().optional() });
/**
 * Client → server `watch`, answered by `Watching`. `fieldKey`: whether rows hold their values under
 * the names of fields (default) or under their ids.
 */
export const Watch = z.strictObject({
  topic: Topic,
  after: At.optional(),
  fieldKey: FieldKey.optional(),
});
/**
 * The acknowledgement: every change after `position` will be delivered on this socket, in order,
 * once. `must-refetch`: what was missed since `after` is not
 * replayed, because it is too much or too long ago, `after` is no position of this server's log, a
 * field was removed meanwhile, `after` is earlier than the
 * watcher's right (public, role or key), or changes older than 10 minutes were missed by a watcher
 * who may not read the past.
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
 * Server → client `unwatched`: the right ended, the thing is gone (`NOT_FOUND`, `FORBIDDEN`), the
 * client was too slow (`TOO_SLOW`: watch again with `after`), or its session is over
 * (`TOKEN_EXPIRED`, `UNAUTHORIZED`: the connection ends, too).
 */
export const Unwatched = z.object({ topic: z.string(), code: z.string() });

/**
 * One change of one document. `doc` is whole (put), as a call reads it; `patch` holds the members
 * that changed; a drop has neither.
 */
export const WireChange = z.object({
  op: z.enum(['put', 'patch', 'drop']),
  /** `row`, `table`, `project`. */
  kind: z.string(),
  id: z.string(),
  /**
   * A row's is its `_version` after the change. Of other kinds, and of every drop, it only rises:
   * the later change has the higher one.
   */
  version: z.int(),
  doc: z.record(z.string(), AnyJson).optional(),
  patch: z.record(z.string(), AnyJson).optional(),
  /**
   * Who did it, and what they called the request; neither for strangers who watch a public project.
   */
  actor: z.object({ id: z.string(), name: z.string() }).optional(),
  requestId: z.string().optional(),
});
/**
 * Server → client `changes`: one message per event or batch, `position` strictly rising per topic.
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
  /** On `thread:<id>`, `edit` means that somebody is typing. */
  mode: z.enum(['view', 'edit']),
});
/** Client → server `presence`; null leaves. */
export const Presence = z.strictObject({ topic: Topic, state: PresenceState.nullable() });
/**
 * Server → client `presence`: everybody on the topic; `id` is the socket's, one person may be there
 * twice.
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
