import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { endsSession, retryIn, timeoutOf, waitOf } from './retry-policy.ts';

const call = { name: 'list-projects', path: '/projects' };
const failed = (status: number, code: string, waitMs = 0) =>
  new ApiError(status, code, '', [], undefined, waitMs);

it.each([
  ['/api/v1/projects', 30_000],
  ['/api/v1/data/table/x', 60_000],
  ['/api/v1/health', 8_000],
  ['/api/v1/auth/login', 60_000],
  ['/api/v1/health/database', 8_000],
  ['/api/v1/projects/data-1', 30_000],
])('the timeout of %s is %d ms', (path, time) => expect(timeoutOf(path)).toBe(time));

describe('failed call', () => {
  it('is retried three times, after one, two and four seconds', () => {
    expect([0, 1, 2, 3].map(retry => retryIn(call, retry, failed(500, 'INTERNAL_ERROR')))).toEqual([
      1_000,
      2_000,
      4_000,
      undefined,
    ]);
  });

  it.each([
    [502, 'HTTP_502'],
    [503, 'NOT_READY'],
    [0, 'NETWORK_ERROR'],
    [0, 'CONNECTION_ERROR'],
    [0, 'TIMEOUT_ERROR'],
  ])('is retried after %d %s', (status, code) =>
    expect(retryIn(call, 0, failed(status, code))).toBe(1_000),
  );
  it.each([
    [400, 'VALIDATION_ERROR'],
    [401, 'TOKEN_EXPIRED'],
    [403, 'PROTECTION_INVALID'],
    [404, 'NOT_FOUND'],
    [409, 'CONFLICT'],
    [429, 'RATE_LIMIT_EXCEEDED'],
    [0, 'OFFLINE_ERROR'],
    [0, 'PARSE_ERROR'],
  ])('is not retried after %d %s', (status, code) =>
    expect(retryIn(call, 0, failed(status, code))).toBeUndefined(),
  );
  it('is never retried for a login, and once for a health check', () => {
    expect(
      retryIn({ name: 'login', path: '/auth/login' }, 0, failed(503, 'NOT_READY')),
    ).toBeUndefined();
    expect(
      [0, 1].map(retry =>
        retryIn({ name: 'health', path: '/health' }, retry, failed(503, 'NOT_READY')),
      ),
    ).toEqual([1_000, undefined]);
  });
  it("is retried after the server's Retry-After, unless that is long", () => {
    expect([0, 2].map(retry => retryIn(call, retry, failed(503, 'NOT_READY', 2_000)))).toEqual([
      2_000, 4_000,
    ]);
    expect(retryIn(call, 0, failed(503, 'NOT_READY', 60_000))).toBeUndefined();
  });
});

describe('Retry-After', () => {
  it('defaults to five minutes for 429', () => {
    expect([
      waitOf(429, null),
      waitOf(429, ''),
      waitOf(429, 'soon'),
      waitOf(429, '7'),
      waitOf(429, '900'),
    ]).toEqual([300_000, 300_000, 300_000, 7_000, 900_000]);
  });
  it('may be a date, and defaults to 0 for other failures', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    expect([
      waitOf(429, 'Thu, 01 Jan 2026 00:00:30 GMT', now),
      waitOf(503, 'Wed, 31 Dec 2025 00:00:00 GMT', now),
      waitOf(503, '2'),
      waitOf(500, null),
    ]).toEqual([30_000, 0, 2_000, 0]);
  });
});

describe('session', () => {
  it.each(['UNAUTHORIZED', 'TOKEN_EXPIRED', 'INVALID_CREDENTIALS', 'MISSING_HEADERS', 'HTTP_401'])(
    'ends on 401 %s',
    code => {
      expect(endsSession('/api/v1/projects', 401, code)).toBe(true);
      expect(endsSession('/api/v1/projects', 403, code), 'not with another status').toBe(false);
      expect(endsSession('/api/v1/auth/me', 403, code), 'but where one signs in').toBe(true);
    },
  );
  it.each([
    [403, 'PROTECTION_REQUIRED'],
    [403, 'PROTECTION_INVALID'],
    [401, 'PROTECTION_INVALID'],
    [403, 'FORBIDDEN'],
    [429, 'RATE_LIMIT_EXCEEDED'],
    [503, 'MAINTENANCE'],
  ])('does not end on %d %s', (status, code) =>
    expect(endsSession('/api/v1/projects/1', status, code)).toBe(false),
  );
});
