import { planDefaults, type Plan } from '@hzm/contracts/features/pricing/plan';
import { expect, it } from 'vitest';
import { isPopular, offersOf } from './offers.ts';

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

it('isPopular decides by the name', () => {
  expect(
    ['Premium', 'PREMİUM Artı', 'Süper premium', 'Temel'].map(name => isPopular({ name })),
  ).toEqual([true, true, true, false]);
});
