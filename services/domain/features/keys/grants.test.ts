import { KeyPermission } from '@hzm/contracts/features/keys/key';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { isWithin, type Power } from './grants.ts';

const power: fc.Arbitrary<Power> = fc.record({
  scope: fc.constantFrom('project' as const, 'admin_project' as const),
  permissions: fc.subarray(KeyPermission.options, { minLength: 1 }),
  expiresAt: fc.option(
    fc.constantFrom('2027-01-01T00:00:00Z', '2027-01-01T00:00:00.000Z', '2027-06-01T00:00:00.000Z'),
  ),
  rateLimit: fc.integer({ min: 1, max: 10_000 }),
  isMain: fc.boolean(),
});

it('a key is within itself, and whatever is within it is within what it is within', () => {
  fc.assert(
    fc.property(power, power, power, (a, b, c) => {
      expect(isWithin(a, a)).toBe(true);
      expect(isWithin(a, c) || !isWithin(a, b) || !isWithin(b, c)).toBe(true);
    }),
  );
});

it('a key with one thing more is not within another', () => {
  const other: Power = {
    scope: 'project',
    permissions: ['read'],
    expiresAt: '2027-01-01T00:00:00Z',
    rateLimit: 100,
    isMain: false,
  };
  const more: readonly Partial<Power>[] = [
    { scope: 'admin_project' },
    { permissions: ['read', 'write'] },
    { expiresAt: null },
    { expiresAt: '2027-01-01T00:00:00.001Z' },
    { rateLimit: 101 },
    { isMain: true },
  ];
  for (const one of more)
    expect([one, isWithin({ ...other, ...one }, other)]).toEqual([one, false]);
  expect(isWithin({ ...other, expiresAt: '2027-01-01T00:00:00.000Z', rateLimit: 1 }, other)).toBe(
    true,
  );
});
