import { planDefaults, type Plan } from '@hzm/contracts/features/pricing/plan';
import { expect, it } from 'vitest';
import { isPlanToTake, isPopular, offersOf } from './offers.ts';

const plan = (name: string, more: Partial<Plan> = {}): Plan => ({
  ...planDefaults,
  features: [],
  id: name,
  name,
  price: 100,
  createdAt: '2026-01-01T00:00:00.000Z',
  isOffered: true,
  ...more,
});
const at = new Date('2026-11-22T12:00:00.000Z');

it('offersOf returns the plans that anyone can buy now', () => {
  const plans = [
    plan('Temel'),
    plan('Ücretsiz', { price: 0 }),
    plan(' ÜCRETSİZ '),
    plan('Ücretsiz Değil'),
    plan('Özel', { planType: 'custom' }),
    plan('Pasif', { isActive: false }),
    plan('Eski', { availableUntil: at.toISOString() }),
    plan('Yarın', { availableFrom: '2026-11-23T00:00:00.000Z' }),
    plan('Bugün', { availableFrom: at.toISOString(), availableUntil: '2026-11-22T12:00:00.001Z' }),
  ];
  expect(offersOf(plans, at).map(({ name }) => name)).toEqual(['Temel', 'Ücretsiz Değil', 'Bugün']);
});

it('isPlanToTake needs an offer that is not the plan one has, and knows no higher than the highest', () => {
  const to = (person: Parameters<typeof isPlanToTake>[0], ...plans: readonly Plan[]): boolean =>
    isPlanToTake(person, plans, at);
  const free = { subscriptionType: 'free', planName: null } as const;
  const team = { subscriptionType: 'basic', planName: 'Takım' } as const;
  expect(to(free)).toBe(false);
  expect(to(free, plan('Ücretsiz', { price: 0 }), plan('Özel', { planType: 'custom' }))).toBe(
    false,
  );
  expect(to(free, plan('Takım'))).toBe(true);
  expect(to(team, plan('TAKIM'))).toBe(false);
  expect(to(team, plan('Takım'), plan('Premium'))).toBe(true);
  expect(to({ ...team, subscriptionType: 'enterprise' }, plan('Premium'))).toBe(false);
});

it('isPopular decides by the name', () => {
  expect(
    ['Premium', 'PREMİUM Artı', 'Süper premium', 'Temel'].map(name => isPopular({ name })),
  ).toEqual([true, true, true, false]);
});
