import { createHash } from 'node:crypto';
import type { Call } from '@hzm/contracts/core/call';
import { Id } from '@hzm/contracts/core/ids';
import { memberOf, type JsonObject } from '@hzm/contracts/core/json';
import { withoutSecrets } from '@hzm/contracts/core/marks';
import type { Handler } from '@hzm/services/core/engine';
import type { Request } from 'express';
import type { ZodSafeParseResult } from 'zod';
import { problemOf } from './envelope.ts';
import { malformed } from './request-headers.ts';

/**
 * Refuses names with `__proto__`, which the query parser drops: an ignored filter would answer too
 * much.
 * @throws Problem VALIDATION_ERROR
 */
function checkNames({ url }: Request): void {
  const at = url.indexOf('?');
  // Fast path: most URLs contain neither `__proto__` nor an escape that could spell it.
  if (at < 0 || !/__proto__|%/.test(url)) return;
  if ([...new URLSearchParams(url.slice(at)).keys()].some(name => name.includes('__proto__')))
    throw malformed('__proto__', 'field-unknown');
}

/** Whether a call needs a project that its path does not name. */
const lacksProject = ({ params: shape }: Call, params: object): boolean =>
  !('projectId' in params) &&
  'def' in shape &&
  'shape' in shape.def &&
  'projectId' in (shape.def.shape as object);

/**
 * Whether a body may name the project. Not for rows, whose body holds values by field name, where
 * `project_id` may be a field.
 */
const isToldInBody = ({ method, holdsRows }: Call): boolean => method !== 'GET' && !holdsRows;

/** Whether only the body can name the project, so that authorization must wait for the body. */
export const isProjectInBody = ({ call }: Handler, { params, query }: Request): boolean =>
  call.about !== undefined ||
  (isToldInBody(call) && lacksProject(call, params) && toldIn(query).told === undefined);

/** Takes the project out of a query or body, which names it `project_id` or `projectId`. */
function toldIn(from: unknown): { readonly told: unknown; readonly rest: object } {
  const members = typeof from === 'object' && from !== null ? from : {};
  const {
    project_id,
    projectId = project_id,
    ...rest
  } = members as Readonly<Record<string, unknown>>;
  return { told: projectId, rest };
}

/** Adds the project of the query or of a body without rows, if the path names none. */
export function sentOf({ call }: Handler, request: Request): Input {
  const { params, query, body } = request as { params: object; query: object; body?: unknown };
  const sent = { params, query, body: (call.method === 'GET' ? undefined : body) ?? {} };
  if (!lacksProject(call, params)) return sent;
  const asked = toldIn(query);
  if (asked.told !== undefined)
    return { ...sent, params: { ...params, projectId: asked.told }, query: asked.rest };
  if (!isToldInBody(call)) return sent;
  const { told, rest } = toldIn(sent.body);
  return told === undefined
    ? sent
    : { ...sent, params: { ...params, projectId: told }, body: rest };
}

export interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * Refuses lists and objects for numbers, because a list of one number parses as that number.
 * @throws Problem VALIDATION_ERROR
 */
function checkNumbers(sent: object, parsed: unknown): void {
  const odd = Object.entries(sent).find(
    ([name, value]) =>
      typeof value !== 'string' && typeof memberOf(parsed as JsonObject, name) === 'number',
  );
  if (odd) throw malformed(odd[0], 'issue-invalid_type');
}

/**
 * Validates the input by the call's definition.
 * @throws Problem VALIDATION_ERROR
 */
export function inputOf(
  { call }: Handler,
  request: Request,
  sent: Input,
  params: ZodSafeParseResult<unknown>,
): Input {
  checkNames(request);
  const parsed = {
    params,
    query: call.query.safeParse(sent.query),
    body: call.body.safeParse(sent.body),
  };
  const issues = Object.values(parsed).flatMap(({ error }) => error?.issues ?? []);
  if (issues.length > 0) throw problemOf(issues);
  checkNumbers(sent.query as object, parsed.query.data);
  return { params: parsed.params.data, query: parsed.query.data, body: parsed.body.data };
}

/** Returns the project in the body of a call without one in its path. */
export function projectOf({ about }: Call, body: unknown): { readonly projectId?: string } {
  const named =
    about === undefined || typeof body !== 'object' || body === null
      ? undefined
      : Id.safeParse(memberOf(body as JsonObject, about));
  return named?.success ? { projectId: named.data } : {};
}

/** Returns the digest that identifies a repeated request; secrets are left out and may differ. */
export function digestOf(call: Call, { params, query, body }: Input): string {
  const input = {
    params: withoutSecrets(call.params, params),
    query: withoutSecrets(call.query, query),
    body: withoutSecrets(call.body, body),
  };
  return createHash('sha256')
    .update(`${call.name} ${JSON.stringify(input)}`)
    .digest('base64url');
}
