import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveApart, type Apart } from './apart.ts';

/** In milliseconds of processor time: these took 150, 330 and 380 in one turn. */
const LONGEST_TURN = 110;
const AT_ONCE = 64;
const LONG = '9.'.padEnd(99, '1234567891');
const flows = Array.from({ length: 150 }, (_, n) => `${n + 1}.${'7'.repeat(80)}`);

describe('calculations that many ask for at one moment', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hzm-'));
  let server: Apart;
  let session: Readonly<Record<string, string>> = {};

  beforeAll(async () => {
    server = await serveApart({ HZM_DATA_DIR: directory });
    const person = { name: 'Ayşe', email: 'ayse@example.com', password: 'gizli-1' };
    const { body } = await server.ask('POST', '/auth/register', person);
    session = { authorization: `Bearer ${body.data.token}` };
  }, 60_000);
  afterAll(async () => {
    await server.close();
    rmSync(directory, { recursive: true });
  });

  it.each([
    [
      'powers, by strangers',
      'finance',
      { operation: 'roi', initialInvestment: '37.7', finalValue: '1e99', timeInvested: LONG },
    ],
    [
      'present values, by strangers',
      'finance',
      { operation: 'npv', initialInvestment: '0.1', rate: `0.${'1'.repeat(90)}`, cashFlows: flows },
    ],
    [
      'modes of long lists, by an account',
      'statistics',
      { data: Array.from({ length: 5_000 }, (_, n) => `${n}.${'1234'.repeat(6)}`) },
    ],
  ])(
    'each take a turn of their own: %s',
    async (_, kind, asked: Readonly<Record<string, unknown>>) => {
      const { operation = 'mode', ...inputs } = asked;
      const body = kind === 'finance' ? { operation, data: inputs } : { operation, ...inputs };
      const headers = kind === 'finance' ? {} : session;
      const { result, turn } = await server.turnDuring(() =>
        Promise.all(
          Array.from({ length: AT_ONCE }, () => server.ask('POST', `/math/${kind}`, body, headers)),
        ),
      );
      // Memory for some of the long lists is waited for in vain.
      expect(result.every(({ status }) => status === 200 || status === 503)).toBe(true);
      expect(result.filter(({ status }) => status === 200).length).toBeGreaterThan(AT_ONCE / 2);
      expect(turn).toBeLessThan(LONGEST_TURN);
    },
  );
});
