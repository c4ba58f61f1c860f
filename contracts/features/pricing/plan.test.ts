import { expect, it } from 'vitest';
import { isOnOffer, planOfType, subscriptionTypeOf } from './plan.ts';

it('subscriptionTypeOf returns the type whose name or label the plan carries', () => {
  const typeOf = (name: string, price = 1) => subscriptionTypeOf({ name, price });
  expect(
    [
      'premium',
      'PREMİUM',
      ' Premium ',
      'Premium Plus',
      'Temel',
      'basic',
      'KURUMSAL',
      'Enterprise 2026',
      'ücretsiz',
      'Free',
    ].map(name => typeOf(name)),
  ).toEqual([
    'premium',
    'premium',
    'premium',
    'premium',
    'basic',
    'basic',
    'enterprise',
    'enterprise',
    'free',
    'free',
  ]);
  expect([typeOf('Başlangıç'), typeOf('Başlangıç', 0), typeOf('Premiumluk')]).toEqual([
    'basic',
    'free',
    'basic',
  ]);
});

it('planOfType returns the active plan with exactly the name or label of the type', () => {
  const plan = (id: string, name: string, more: object = {}) => ({
    id,
    name,
    planType: 'general' as const,
    isActive: true,
    maxProjects: 1,
    maxTables: 1,
    maxStorage: 1073741824,
    ...more,
  });
  expect(planOfType('premium', [])).toBe(undefined);
  expect(
    planOfType('premium', [plan('1', 'Premium Plus'), plan('2', 'Premium', { isActive: false })]),
  ).toBe(undefined);
  expect(
    planOfType('enterprise', [
      plan('3', 'Enterprise'),
      plan('2', 'kurumsal'),
      { ...plan('1', 'Kurumsal'), planType: 'custom' as const },
    ])?.id,
  ).toBe('2');
});

it('isOnOffer accepts general active plans from their first moment up to their last', () => {
  const at = new Date('2026-03-15T00:00:00.000Z');
  const open = {
    planType: 'general',
    isActive: true,
    availableFrom: null,
    availableUntil: null,
  } as const;
  const now = at.toISOString();
  expect(
    [
      open,
      { ...open, availableFrom: now },
      { ...open, availableUntil: now },
      { ...open, availableFrom: '2026-03-15T00:00:00.001Z' },
      { ...open, isActive: false },
      { ...open, planType: 'custom' as const },
    ].map(one => isOnOffer(one, at)),
  ).toEqual([true, true, false, false, false, false]);
});
