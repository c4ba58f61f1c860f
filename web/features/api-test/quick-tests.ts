import { newId } from '@hzm/contracts/core/ids';
import type { RawRequest } from './request.ts';

export const quickTests = ['register', 'createProject', 'getProjects'] as const;
export type QuickTest = (typeof quickTests)[number];

/**
 * Returns the request of a test. A registration is sent as nobody, with an address of a reserved
 * domain (RFC 2606), so that nobody gets its mail and the own session stays.
 */
export function quickRequest(
  test: QuickTest,
  language: string,
  token: string,
  now = new Date(),
): RawRequest {
  const headers = { Accept: 'application/json', 'Accept-Language': language };
  const own = { ...headers, Authorization: `Bearer ${token}` };
  const write = { 'Content-Type': 'application/json', 'X-Request-ID': newId() };
  switch (test) {
    case 'register':
      return {
        method: 'POST',
        address: '/api/v1/auth/register',
        headers: { ...headers, ...write },
        body: JSON.stringify({
          name: 'API Test',
          email: `api-test-${newId()}@example.com`,
          password: newId(),
        }),
      };
    case 'createProject':
      return {
        method: 'POST',
        address: '/api/v1/projects',
        headers: { ...own, ...write },
        body: JSON.stringify({
          name: `API Test ${now.toISOString().slice(0, 19).replace('T', ' ')}`,
          description: 'API Test',
        }),
      };
    case 'getProjects':
      return { method: 'GET', address: '/api/v1/projects', headers: own, body: undefined };
  }
}

/** Characters of a token that are shown. */
const SHOWN = 20;

export const shortToken = (token: string): string => `${token.slice(0, SHOWN)}…`;
