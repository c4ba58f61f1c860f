import { beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../run/needs.ts';
import { ask } from './installation.ts';
import { ownMongod, twoProcesses } from './two-processes.ts';

const PER_MINUTE = 400;
const REGISTRATIONS = 6;
/** The share of a limit that one process may count before it tells the other. */
const TOLERANCE = 0.05;

describe('limits of two processes', needs(ownMongod), () => {
  const { address, place } = twoProcesses({
    HZM_REGISTER_PER_MINUTE: String(REGISTRATIONS),
    HZM_REQUESTS_PER_MINUTE: String(PER_MINUTE),
  });

  /** Sends as many requests to each process at once; returns all answers. */
  const burst = (
    times: number,
    path: string,
    request: (n: number) => RequestInit,
  ): Promise<Response[]> =>
    Promise.all(
      Array.from({ length: 2 * times }, (_, n) => fetch(`${address(n)}/api/v1${path}`, request(n))),
    );
  const admitted = (answers: readonly Response[]): number =>
    answers.filter(({ status }) => status !== 429).length;
  const posting = (body: unknown): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  // The second process opens its connection for limits, so that no test waits for that: a process
  // whose store is slow counts alone for a moment.
  beforeAll(async () => {
    const nobody = { email: 'kimse@example.com', password: 'yanlış' };
    await fetch(`${address(1)}/api/v1/auth/login`, posting(nobody));
  });

  it('are one limit for registrations from an address', async () => {
    const answers = await burst(REGISTRATIONS, '/auth/register', n =>
      posting({ name: 'B', email: `b${n}@example.com`, password: 'gizli-1' }),
    );
    // One account is registered already.
    expect(admitted(answers)).toBe(REGISTRATIONS - 1);
  });

  it('are one limit for a key, whose headers both tell', async () => {
    const limit = 30;
    const { apiKey } = await ask<{ apiKey: { key: string } }>(
      address(0),
      'POST',
      `/api-keys/project/${place().projectId}`,
      { name: 'k', permissions: ['read'], rateLimit: limit },
      place().headers,
    );
    const answers = await burst(limit, `/data/table/${place().table}`, () => ({
      headers: { 'x-api-key': apiKey.key },
    }));
    expect(admitted(answers)).toBe(limit);
    const told = (name: string, of: readonly Response[]) => [
      ...new Set(of.map(({ headers }) => headers.get(name))),
    ];
    expect(told('ratelimit-limit', answers)).toEqual([String(limit)]);
    const refused = answers.filter(({ status }) => status === 429);
    expect(told('ratelimit-remaining', refused)).toEqual(['0']);
  });

  it('refuse a password after ten wrong ones, wherever they were tried', async () => {
    const log = (password: string) => posting({ email: 'a@example.com', password });
    const wrong = await burst(10, '/auth/login', n => log(`yanlış-${n}`));
    expect(wrong.filter(({ status }) => status === 401)).toHaveLength(10);
    const right = await burst(1, '/auth/login', () => log('gizli-1'));
    expect(right.map(({ status }) => status)).toEqual([429, 429]);
  });

  it('are one limit for an account, within a twentieth a process', async () => {
    const answers = await burst(PER_MINUTE, '/auth/me', () => ({ headers: place().headers }));
    expect(admitted(answers)).toBeLessThanOrEqual(PER_MINUTE * (1 + 2 * TOLERANCE));
    const last = await burst(1, '/auth/me', () => ({ headers: place().headers }));
    expect(last.map(({ status }) => status)).toEqual([429, 429]);
  });
});
