import * as z from 'zod';

/**
 * The access that a call needs, checked before anything is read on the caller's behalf.
 * `contracts/features/members/rights.ts` grants each access to roles and keys.
 */
export type Access =
  | 'public'
  /** A signed-in person. */
  | 'session'
  /** A signed-in person, a master key, or, for reading, an `admin_project` key. */
  | 'projects'
  /** Reads the project and its schema. */
  | 'project:read'
  /** Changes the project and its schema. */
  | 'project:write'
  /** Deletes, protects or hands over the project; with a session only. */
  | 'project:own'
  /** Erases what is in the bin for good; with a session only. */
  | 'project:erase'
  /** Reads and changes the webhook, whose secret outlives a key; with a session only. */
  | 'project:webhook'
  /** Transfers tables to the live project. */
  | 'project:transfer'
  /** As `project:read`, also with a project's key without its other two headers. */
  | 'key:read'
  /** Reads the people of the project. */
  | 'people:read'
  /** Invites people and changes roles, with a session only; the handler checks which roles. */
  | 'people:write'
  /** Removes people or leaves, with a session only; the handler checks whom. */
  | 'people:leave'
  /** Reads the current rows; public for a public project. */
  | 'rows:read'
  | 'rows:write'
  | 'rows:delete'
  /** `rows:write` or `rows:delete`; the handler checks which. */
  | 'rows:change'
  /** Lets somebody without an account write a row; the effect outlives the caller's right. */
  | 'rows:share'
  /** Reads the versions of a row and their authors. */
  | 'row:history'
  /** Reads earlier states of the rows and their schema, also with a key alone. */
  | 'key:past'
  /** Reads a project's history and earlier states. */
  | 'past:read'
  /** Reads the endpoint requests of a project. */
  | 'requests:read'
  /** Adds endpoint requests, changes and withdraws own ones; the handler checks whose. */
  | 'requests:write'
  /** Reads and stars the threads of a project. */
  | 'threads:read'
  /** Writes in threads, changes them and own messages; the handler checks whose. */
  | 'threads:write'
  /** Sees the people on a topic and the authors of changes. */
  | 'presence'
  /** An administrator or a master key. */
  | 'admin'
  /** A signed-in administrator. */
  | 'admin:session';

type Shape = z.ZodType;

/** A call of the API: `METHOD /path/:parameter` under /api/v1. */
export interface Call<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Answer extends Shape = Shape,
> {
  readonly kind: 'command' | 'query';
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Other paths to the same resource. */
  readonly aliases: readonly string[];
  /** The member of the body that names the project, for paths without a project. */
  readonly about: string | undefined;
  readonly access: Access;
  /** Replaces `access` when `asOf` asks for an earlier state. */
  readonly past: Access | undefined;
  /** Whether a project's main key with its e-mail and password suffices, whatever its scope. */
  readonly mainKey: boolean;
  /**
   * Whether a signed-in person may omit the project; the handler then checks which ones they may
   * open.
   */
  readonly acrossProjects: boolean;
  /**
   * Whether the answer contains row values although `access` does not cover them; the caller then
   * needs `rows:read`, too.
   */
  readonly showsRows: boolean;
  readonly status: 200 | 201 | 202;
  readonly file: StreamedFile | undefined;
  /** Whether the answer, also a refusal, may be a page of HTML in place of JSON. */
  readonly hasPage: boolean;
  /** Whether the body contains row values; its size limit is then higher. */
  readonly holdsRows: boolean;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The content of `data`, or the members beside `success` of a flat answer. */
  readonly answer: Answer;
  readonly isFlat: boolean;
  /** Whether the request log leaves the call out unless it fails, because screens repeat it. */
  readonly isUnrecorded: boolean;
  /** A short imperative sentence for the API's description. */
  readonly summary: string;
  /** Bounds, effects and exceptions, in the API's description. */
  readonly description: string | undefined;
}

interface Definition<P extends Shape, Q extends Shape, B extends Shape, A extends Shape> {
  name: string;
  call: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  also?: readonly `/${string}`[];
  about?: string;
  access: Access;
  past?: Access;
  mainKey?: true;
  acrossProjects?: true;
  showsRows?: true;
  status?: 200 | 201 | 202;
  file?: StreamedFile;
  hasPage?: true;
  holdsRows?: true;
  params?: P;
  query?: Q;
  body?: B;
  answer: A;
  isFlat?: boolean;
  isUnrecorded?: true;
  summary: string;
  description?: string;
}

/**
 * A body, or an answer without an envelope, that is streamed as a file. `maxBytes` bounds an
 * upload.
 */
export type StreamedFile =
  | { readonly way: 'sent'; readonly type: MediaType; readonly maxBytes: number }
  | { readonly way: 'answered'; readonly type: MediaType };
type MediaType = 'application/json' | '*/*';

export const sentFile = (type: MediaType, maxBytes: number): StreamedFile => ({
  way: 'sent',
  type,
  maxBytes,
});
export const answeredFile = (type: MediaType): StreamedFile => ({ way: 'answered', type });

/** Empty parameters, query or body; unknown members are refused. */
export const nothing = z.strictObject({});
type Nothing = typeof nothing;

function call<P extends Shape, Q extends Shape, B extends Shape, A extends Shape>(
  kind: 'command' | 'query',
  d: Definition<P, Q, B, A>,
): Call<P, Q, B, A> {
  const [method, path] = d.call.split(' ') as ['GET', string];
  return {
    kind,
    method,
    path,
    name: d.name,
    aliases: d.also ?? [],
    about: d.about,
    access: d.access,
    past: d.past,
    mainKey: d.mainKey ?? false,
    acrossProjects: d.acrossProjects ?? false,
    showsRows: d.showsRows ?? false,
    status: d.status ?? 200,
    file: d.file,
    hasPage: d.hasPage ?? false,
    holdsRows: d.holdsRows ?? false,
    params: d.params ?? (nothing as never),
    query: d.query ?? (nothing as never),
    body: d.body ?? (nothing as never),
    answer: d.answer,
    isFlat: d.isFlat ?? false,
    isUnrecorded: d.isUnrecorded ?? false,
    summary: d.summary,
    description: d.description,
  };
}

/** Defines a call that appends events. */
export const command = <
  P extends Shape = Nothing,
  Q extends Shape = Nothing,
  B extends Shape = Nothing,
  A extends Shape = Nothing,
>(
  d: Definition<P, Q, B, A>,
) => call('command', d);
/** Defines a call that only reads. */
export const query = <
  P extends Shape = Nothing,
  Q extends Shape = Nothing,
  B extends Shape = Nothing,
  A extends Shape = Nothing,
>(
  d: Definition<P, Q, B, A>,
) => call('query', d);

/** The validated input of a handler, with defaults filled in. */
export type InputOf<C> =
  C extends Call<infer P, infer Q, infer B, Shape>
    ? { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
    : never;
/** The input as a caller sends it. */
export type RequestOf<C> =
  C extends Call<infer P, infer Q, infer B, Shape>
    ? { params: z.input<P>; query: z.input<Q>; body: z.input<B> }
    : never;
export type AnswerOf<C> = C extends Call<Shape, Shape, Shape, infer A> ? z.output<A> : never;

/** A timestamp in ISO 8601, UTC. */
export const Instant = z.iso.datetime();

/** An integer that may arrive as the text of a query parameter. */
export const count = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

export const Pagination = z
  .object({
    page: z.number().int(),
    limit: z.number().int(),
    total: z.number().int().optional(),
    /** Whether counting stopped at a bound, so that `total` and `totalPages` are minimums. */
    totalIsAtLeast: z.literal(true).optional(),
    totalPages: z.number().int().optional(),
    nextCursor: z.string().optional(),
  })
  .meta({ id: 'Pagination' });

/** Selects the state after a position (inclusive) or at an ISO time. */
export const AsOf = z.union([z.string().regex(/^\d{20}$/), Instant]).optional();
