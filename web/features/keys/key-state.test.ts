import { describe, expect, it } from 'vitest';
import { dayOf } from '../../lib/values/date-text.ts';
import { endOf, keyProblems, statusOf, type KeyInput } from './key-state.ts';

const input: KeyInput = {
  name: 'Mobil',
  permissions: ['read'],
  scope: 'project',
  lastDay: null,
  rateLimit: 1000,
};

describe('API key', () => {
  it('is expired from its expiry on, in any other state', () => {
    const at = '2026-11-20T10:00:00.000Z';
    expect([
      statusOf({ expiresAt: at, isActive: true, isSuspended: false }, Date.parse(at) - 1),
      statusOf({ expiresAt: at, isActive: true, isSuspended: false }, Date.parse(at)),
      statusOf({ expiresAt: at, isActive: false, isSuspended: false }, Date.parse(at)),
      statusOf({ expiresAt: null, isActive: false, isSuspended: false }, 0),
      statusOf({ expiresAt: null, isActive: false, isSuspended: true }, 0),
    ]).toEqual(['active', 'expired', 'expired', 'inactive', 'suspended']);
  });

  it("is valid to the end of its last day, by the reader's clock", () => {
    expect(dayOf(new Date(endOf('2026-03-29')))).toBe('2026-03-29');
    expect(dayOf(new Date(Date.parse(endOf('2026-03-29')) + 1))).toBe('2026-03-30');
  });
});

describe('form of an API key', () => {
  it('requires a name, a permission, a future day and a limit', () => {
    expect(keyProblems(input, '2026-11-20')).toEqual({});
    expect(
      keyProblems(
        { ...input, name: ' ', permissions: [], lastDay: '2026-11-19', rateLimit: '' },
        '2026-11-20',
      ),
    ).toEqual({
      name: 'api-key-name-empty',
      permissions: 'api-key-permissions-empty',
      lastDay: 'api-key-expiry-past',
      rateLimit: 'rate-limit-unfit',
    });
    expect(
      keyProblems(
        { ...input, name: 'x'.repeat(101), lastDay: '2026-11-20', rateLimit: 1.5 },
        '2026-11-20',
      ),
    ).toEqual({ name: 'api-key-name-too-long', rateLimit: 'rate-limit-unfit' });
  });

  it('accepts an unchanged past day', () => {
    expect(keyProblems({ ...input, lastDay: '2020-01-01' }, '2026-11-20', '2020-01-01')).toEqual(
      {},
    );
  });
});
