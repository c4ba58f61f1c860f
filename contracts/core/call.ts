import * as z from 'zod';

/**
 * The access that a call needs, checked before anything is read on the caller's behalf:
 * `public` none · `session` a signed-in person · `projects` a signed-in person, or a key that may
 * act for one: an `admin_project` key to look, a master key ·
 * `project:read` reads the project and its schema · `project:write` changes them · `project:own`
 * deletes, protects or hands over the project, with a session only · `project:transfer` transfers
 * tables to live ·
 * `people:read` reads who may open the project · `people:write` invites people and changes their
 * roles: the handler checks which · `people:leave` takes people out of it, oneself or those: the
 * handler checks; both with a session only ·
 * `key:read` as `project:read`, also with a key of the project without its other two headers ·
 * `rows:read` reads the rows as they are; public for a public project · `rows:write`, `rows:delete`
 * changes, removes rows ·
 * `rows:change` one of both: the handler checks which · `row:history` reads the versions of a row
 * and their authors ·
 * `key:past` reads earlier states of the rows and their schema, also with a key alone · `past:read`
 * reads a project's history and earlier states ·
 * `requests:read` reads the endpoint requests of a project · `requests:write` makes them, and
 * changes and withdraws one's own: the handler checks ·
 * `threads:read` reads the threads of a project and stars them for oneself · `threads:write` writes
 * in them, and changes them and one's own messages: the handler checks ·
 * `presence` sees the people on a topic and the authors of changes · `admin` an administrator, or a
 * master key · `admin:session` a signed-in administrator.
 * Which roles and keys have which: `contracts/features/members/rights.ts`.
 */
export type Access =
  | 'public'
  | 'session'
  | 'projects'
  | 'project:read'
  | 'project:write'
  | 'project:own'
  | 'project:transfer'
  | 'key:read'
  | 'people:read'
  | 'people:write'
  | 'people:leave'
  | 'rows:read'
  | 'rows:write'
  | 'rows:delete'
  | 'rows:change'
  | 'row:history'
  | 'requests:read'
  | 'requests:write'
  | 'threads:read'
  | 'threads:write'
  | 'key:past'
  | 'past:read'
  | 'presence'
  | 'admin'
  | 'admin:session';

type Shape = z.ZodType;

/** One thing the server can be asked: `METHOD /path/:parameter` under /api/v1. */
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
  /** The same resource under its other names. */
  readonly aliases: readonly string[];
  /** The member of the body that names the project, where the path names none. */
  readonly about: string | undefined;
  readonly access: Access;
  /** Instead of `access`, where `asOf` asks for an earlier state. */
  readonly past: Access | undefined;
  /** Whether a project's main key suffices, with its e-mail and password, whatever its scope. */
  readonly mainKey: boolean;
  /**
   * Whether a signed-in person may leave the project out: the handler asks which ones they may
   * open.
   */
  readonly acrossProjects: boolean;
  /**
   * Whether it answers values of rows though its access is another one: `rows:read` is asked for
   * besides.
   */
  readonly showsRows: boolean;
  readonly status: 200 | 201 | 202;
  readonly file: StreamedFile | undefined;
  /** Whether the body holds values of rows, which may be many more than those of other bodies. */
  readonly holdsRows: boolean;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** What stands under `data`, or, of a flat answer, beside `success`. */
  readonly answer: Answer;
  readonly isFlat: boolean;
  /** One sentence for the API's description. */
  readonly summary: string;
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
  holdsRows?: true;
  params?: P;
  query?: Q;
  body?: B;
  answer: A;
  isFlat?: boolean;
  summary: string;
}

/**
 * A body, or an answer without an envelope, that is a file and streamed. `maxBytes`: of one that is
 * sent.
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

/** No parameters, no query or no body. Unknown members are refused. */
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
    holdsRows: d.holdsRows ?? false,
    params: d.params ?? (nothing as never),
    query: d.query ?? (nothing as never),
    body: d.body ?? (nothing as never),
    answer: d.answer,
    isFlat: d.isFlat ?? false,
    summary: d.summary,
  };
}

/** Something that changes the world: appends events. */
export const command = <
  P extends Shape = Nothing,
  Q extends Shape = Nothing,
  B extends Shape = Nothing,
  A extends Shape = Nothing,
>(
  d: Definition<P, Q, B, A>,
) => call('command', d);
/** Something that only looks. */
export const query = <
  P extends Shape = Nothing,
  Q extends Shape = Nothing,
  B extends Shape = Nothing,
  A extends Shape = Nothing,
>(
  d: Definition<P, Q, B, A>,
) => call('query', d);

/** What a handler is given: validated, with defaults filled in. */
export type InputOf<C> =
  C extends Call<infer P, infer Q, infer B, Shape>
    ? { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
    : never;
/** What a caller sends. */
export type RequestOf<C> =
  C extends Call<infer P, infer Q, infer B, Shape>
    ? { params: z.input<P>; query: z.input<Q>; body: z.input<B> }
    : never;
export type AnswerOf<C> = C extends Call<Shape, Shape, Shape, infer A> ? z.output<A> : never;

/** ISO 8601 UTC. */
export const Instant = z.iso.datetime();

/** A whole number that may arrive as the text of a query parameter. */
export const count = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

export const Pagination = z
  .object({
    page: z.number().int(),
    limit: z.number().int(),
    total: z.number().int().optional(),
    /** There are more than `total`, and than `totalPages`: they were counted up to a bound. */
    totalIsAtLeast: z.literal(true).optional(),
    totalPages: z.number().int().optional(),
    nextCursor: z.string().optional(),
  })
  .meta({ id: 'Pagination' });

/** The state as it was then: a position (including that event) or an ISO time. */
export const AsOf = z.union([z.string().regex(/^\d{20}$/), Instant]).optional();
