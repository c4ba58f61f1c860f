import { expect, it } from 'vitest';
import { failureOf, simulated } from './simulation.ts';

it('simulated makes a test environment that does not exist', () => {
  const drawn = simulated({ id: '0193', name: 'Stok' }, new Date('2026-01-01T00:00:00Z'));
  expect(drawn).toMatchObject({ id: '0193+10000', name: 'Stok - Test' });
  expect(drawn.apiKey).toMatch(/^hzm_test_[0-9a-z]+_[A-Za-z0-9]{32}$/);
  expect(simulated({ id: '0193', name: 'Stok' }, new Date()).apiKey).not.toBe(drawn.apiKey);
});

it('failureOf classifies failures', () => {
  const failures = [
    { status: 0, code: 'TIMEOUT_ERROR' },
    { status: 401, code: 'TOKEN_EXPIRED' },
    { status: 404, code: 'HTTP_404' },
    { status: 403, code: 'FORBIDDEN' },
    { status: 500, code: 'INTERNAL_ERROR' },
  ];
  expect(failures.map(failureOf)).toEqual(['network', 'unauthorized', 'missing', 'other', 'other']);
});
