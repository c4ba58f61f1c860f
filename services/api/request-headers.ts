import { newId } from '@hzm/contracts/core/ids';
import type { Language } from '@hzm/contracts/core/language';
import { isPosition, type Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import type { Request, Response } from 'express';
import { headerOf } from './header.ts';

/** Maximum characters of a request id. */
const MAX_REQUEST_ID_LENGTH = 100;
/** Maximum characters of a `User-Agent`; the rest is cut off. */
const MAX_USER_AGENT_LENGTH = 300;

/**
 * Returns the language: Turkish unless English is preferred. Fast without a header, which most
 * programs omit.
 */
export const languageOf = (request: Request): Language =>
  request.headers['accept-language'] !== undefined && request.acceptsLanguages('tr', 'en') === 'en'
    ? 'en'
    : 'tr';

/**
 * Creates the problem of an invalid header or member.
 * @param key of the text
 */
export const malformed = (path: string, key: string) =>
  new Problem('VALIDATION_ERROR', { details: [{ path, message: { key } }] });

/** Returns the request id that the client sent. */
const givenName = (request: Request): string | undefined =>
  headerOf(request, 'x-request-id') ?? headerOf(request, 'idempotency-key');

/** Returns the request id for the answer: the client's own, or a new one. */
export const nameOf = (request: Request): string =>
  (givenName(request) ?? newId()).slice(0, MAX_REQUEST_ID_LENGTH);

/**
 * Returns the request id, and whether the caller chose it.
 * @throws Problem VALIDATION_ERROR
 */
export function identified(
  request: Request,
  response: Response,
): { id: string; repeatable: boolean } {
  const given = givenName(request);
  if ((given?.length ?? 0) > MAX_REQUEST_ID_LENGTH)
    throw malformed('X-Request-ID', 'issue-too_big');
  return { id: String(response.get('x-request-id')), repeatable: given !== undefined };
}

/**
 * Returns the version in `If-Match`; undefined for `*`.
 * @throws Problem VALIDATION_ERROR
 */
export function expectedVersion(request: Request): number | undefined {
  const given = headerOf(request, 'if-match');
  if (given === undefined || given === '*') return undefined;
  const version = /^(?:W\/)?"?(\d{1,15})"?$/.exec(given)?.[1];
  if (version === undefined) throw malformed('If-Match', 'issue-invalid_format');
  return Number(version);
}

/**
 * Returns the position in `X-Wait-For-Position`.
 * @throws Problem VALIDATION_ERROR
 */
export function positionToWaitFor(request: Request): Position | undefined {
  const given = headerOf(request, 'x-wait-for-position');
  if (given === undefined || isPosition(given)) return given;
  throw malformed('X-Wait-For-Position', 'issue-invalid_format');
}

export const userAgentOf = (request: Request): string =>
  (headerOf(request, 'user-agent') ?? '').slice(0, MAX_USER_AGENT_LENGTH);
