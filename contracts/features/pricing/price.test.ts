import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Campaign } from './campaign.ts';
import { amountOf, MAX_AMOUNT, minor } from './money.ts';
import type { Plan } from './plan.ts';
import { addMonths, quote, Quote, type Customer } from './price.ts';

const planId = '01900000-0000-7000-8000-000000000001';
const campaignId = '01900000-0000-7000-8000-000000000002';
const createdAt = '2026-01-01T00:00:00.000Z';
const plan: Plan = {
  id: planId,
  name: 'Premium',
  planType: 'general',
  price: 99.9,
  yearlyPrice: null,
  currency: 'TL',
  duration: 'monthly',
  maxProjects: 100,
  maxTables: 100,
  maxStorage: 1073741824,
  features: [],
  isActive: true,
  campaignId,
  setupFee: 0,
  trialDays: 0,
  availableFrom: null,
  availableUntil: null,
  createdAt,
  isOffered: true,
};
const campaign: Campaign = {
  id: campaignId,
  name: 'Bahar',
  description: 'x',
  discountType: 'percentage',
  discountValue: 15,
  freeTrialMonths: null,
  applicableDuration: 'both',
  monthlyDiscount: null,
  yearlyDiscount: null,
  isActive: true,
  startDate: '2026-03-01T00:00:00.000Z',
  endDate: '2026-04-01T00:00:00.000Z',
  applicablePlans: [],
  autoChargeAfterTrial: false,
  conditions: { newUsersOnly: false, maxUsagePerUser: null, minSubscriptionMonths: null },
  createdAt,
  isOffered: true,
};
const newCustomer: Customer = { isNew: true, hadPlan: false, campaignUses: 0 };
const at = new Date('2026-03-15T12:00:00.000Z');
interface More {
  readonly plan?: Partial<Plan>;
  readonly campaign?: Partial<Campaign> | null;
  readonly cycle?: 'monthly' | 'yearly';
  readonly at?: Date;
  readonly person?: Partial<Customer>;
}
const priced = (more: More = {}) =>
  quote({
    plan: { ...plan, ...more.plan },
    campaign: more.campaign === null ? undefined : { ...campaign, ...more.campaign },
    cycle: more.cycle ?? 'monthly',
    at: more.at ?? at,
    person: { ...newCustomer, ...more.person },
  });
const rulesOf = (more?: More) => priced(more).steps.map(({ rule }) => rule);

describe('price', () => {
  it("equals the plan's price without a valid campaign", () => {
    expect(priced({ campaign: null })).toMatchObject({
      listPrice: 99.9,
      price: 99.9,
      discount: 0,
      total: 99.9,
      campaignId: null,
      steps: [{ rule: 'monthly-price', amount: 99.9 }],
      until: '2026-04-15T12:00:00.000Z',
    });
    expect(priced({ campaign: null, cycle: 'yearly' })).toMatchObject({
      price: 999,
      yearlySaving: 17,
      steps: [{ rule: 'yearly-from-monthly', amount: 999, months: 10 }],
      until: '2027-03-15T12:00:00.000Z',
    });
    expect(
      priced({ campaign: null, cycle: 'yearly', plan: { yearlyPrice: 1000.5 } }),
    ).toMatchObject({ price: 1000.5, steps: [{ rule: 'yearly-price', amount: 1000.5 }] });
  });
  it("drops by a percentage, preferring the cycle's own, rounded half up", () => {
    expect(priced()).toMatchObject({
      price: 84.92,
      discount: 14.98,
      campaignName: 'Bahar',
      steps: [
        { rule: 'monthly-price' },
        { rule: 'percentage', value: 15, amount: 84.92, isRounded: true },
      ],
    });
    const own = { yearlyDiscount: { type: 'percentage', value: 30 } } as const;
    expect(priced({ campaign: own, cycle: 'yearly' }).steps[1]).toEqual({
      rule: 'percentage',
      value: 30,
      amount: 699.3,
      ofCycle: true,
    });
    expect(priced({ campaign: own }).price).toBe(84.92);
    expect(priced({ campaign: { discountValue: 100 } }).price).toBe(0);
  });
  it('drops by a fixed amount, never below zero', () => {
    expect(priced({ campaign: { discountType: 'fixed', discountValue: 10 } })).toMatchObject({
      price: 89.9,
      discount: 10,
    });
    expect(priced({ campaign: { discountType: 'fixed', discountValue: 100 } }).steps[1]).toEqual({
      rule: 'fixed',
      value: 100,
      amount: 0,
      isFloored: true,
    });
  });
  it('is zero in a free trial, which ends or is charged after its months', () => {
    const trial = { discountType: 'free_trial', freeTrialMonths: 3 } as const;
    expect(priced({ campaign: trial })).toMatchObject({
      price: 0,
      freeMonths: 3,
      priceAfterTrial: null,
      until: '2026-06-15T12:00:00.000Z',
      steps: [{ rule: 'monthly-price' }, { rule: 'free-trial', amount: 0, months: 3 }],
    });
    expect(priced({ campaign: { ...trial, autoChargeAfterTrial: true } })).toMatchObject({
      price: 0,
      priceAfterTrial: 99.9,
      until: '2026-07-15T12:00:00.000Z',
    });
  });
  it('states why a campaign does not apply', () => {
    expect(rulesOf({ campaign: { isActive: false } })[1]).toBe('campaign-inactive');
    expect(rulesOf({ at: new Date('2026-02-28T23:59:59.999Z') })[1]).toBe('campaign-not-begun');
    expect(rulesOf({ at: new Date('2026-03-01T00:00:00.000Z') })[1]).toBe('percentage');
    expect(rulesOf({ at: new Date('2026-03-31T23:59:59.999Z') })[1]).toBe('percentage');
    expect(rulesOf({ at: new Date('2026-04-01T00:00:00.000Z') })[1]).toBe('campaign-over');
    expect(rulesOf({ campaign: { applicableDuration: 'yearly' } })[1]).toBe('campaign-other-cycle');
    expect(rulesOf({ campaign: { applicableDuration: 'yearly' }, cycle: 'yearly' })[1]).toBe(
      'percentage',
    );
    expect(rulesOf({ campaign: { applicablePlans: ['basic', 'Kurumsal'] } })[1]).toBe(
      'campaign-other-plan',
    );
    for (const key of ['premium', 'PREMİUM', planId])
      expect(rulesOf({ campaign: { applicablePlans: ['basic', key] } })[1]).toBe('percentage');
    expect(
      rulesOf({
        campaign: { conditions: { ...campaign.conditions, newUsersOnly: true } },
        person: { isNew: false },
      })[1],
    ).toBe('campaign-new-users-only');
    expect(
      priced({
        campaign: { conditions: { ...campaign.conditions, maxUsagePerUser: 2 } },
        person: { campaignUses: 2 },
      }).steps[1],
    ).toEqual({ rule: 'campaign-used-up', amount: 99.9, limit: 2 });
    expect(
      priced({ campaign: { conditions: { ...campaign.conditions, minSubscriptionMonths: 2 } } })
        .steps[1],
    ).toEqual({ rule: 'campaign-too-short', amount: 99.9, limit: 2 });
    expect(
      rulesOf({
        campaign: { conditions: { ...campaign.conditions, minSubscriptionMonths: 12 } },
        cycle: 'yearly',
      })[1],
    ).toBe('percentage');
  });
  it('has a setup fee and free days the first time only', () => {
    const more = { plan: { setupFee: 50.05, trialDays: 14 }, campaign: null } as const;
    expect(priced(more)).toMatchObject({
      price: 99.9,
      setupFee: 50.05,
      total: 149.95,
      trialDays: 14,
      until: '2026-04-29T12:00:00.000Z',
    });
    expect(rulesOf(more)).toEqual(['monthly-price', 'setup-fee', 'trial-days']);
    expect(priced({ ...more, person: { hadPlan: true } })).toMatchObject({
      setupFee: 0,
      total: 99.9,
      trialDays: 0,
    });
    expect(rulesOf({ ...more, person: { hadPlan: true } })).toEqual([
      'monthly-price',
      'setup-fee-paid',
      'trial-days-used',
    ]);
  });
  it('has no end for a free plan, and no saving if a year is not cheaper', () => {
    expect(priced({ plan: { price: 0 } })).toMatchObject({ until: null, yearlySaving: 0 });
    expect(priced({ plan: { yearlyPrice: 2000 } }).yearlySaving).toBe(0);
  });
});

describe('addMonths', () => {
  it('ends on the last day of a shorter month', () => {
    expect(
      [1, 2, 12].map(months =>
        addMonths(new Date('2028-01-31T10:00:00.000Z'), months).toISOString(),
      ),
    ).toEqual(['2028-02-29T10:00:00.000Z', '2028-03-31T10:00:00.000Z', '2029-01-31T10:00:00.000Z']);
  });
});

/** A naive second implementation of the rules with fractions of BigInts. */
type Fraction = readonly [bigint, bigint];
function fractionOf(amount: number): Fraction {
  const [whole = '', part = ''] = amount.toFixed(2).split('.');
  return [BigInt(`${whole}${part}`), 100n];
}
function naively(
  p: Plan,
  c: Campaign | undefined,
  cycle: 'monthly' | 'yearly',
  now: Date,
  person: Customer,
): bigint {
  const [units] =
    cycle === 'yearly' && p.yearlyPrice !== null ? fractionOf(p.yearlyPrice) : fractionOf(p.price);
  const list = cycle === 'yearly' && p.yearlyPrice === null ? units * 10n : units;
  const time = now.toISOString();
  if (!c || !c.isActive || time < c.startDate || c.endDate <= time) return list;
  if (
    (c.applicableDuration === 'monthly' && cycle === 'yearly') ||
    (c.applicableDuration === 'yearly' && cycle === 'monthly')
  )
    return list;
  if (c.applicablePlans.length > 0 && !c.applicablePlans.includes('premium')) return list;
  const { newUsersOnly, maxUsagePerUser, minSubscriptionMonths } = c.conditions;
  if (
    (newUsersOnly && !person.isNew) ||
    (maxUsagePerUser !== null && maxUsagePerUser <= person.campaignUses)
  )
    return list;
  if (minSubscriptionMonths !== null && minSubscriptionMonths > (cycle === 'yearly' ? 12 : 1))
    return list;
  if (c.discountType === 'free_trial') return 0n;
  const own = cycle === 'yearly' ? c.yearlyDiscount : c.monthlyDiscount;
  const [by, over] = fractionOf(own?.value ?? c.discountValue);
  if ((own?.type ?? c.discountType) === 'fixed') return by > list ? 0n : list - by;
  // Computes list × (100 − by/over) / 100, adding half a unit before truncation.
  const [top, bottom] = [list * (100n * over - by), 100n * over];
  return (2n * top + bottom) / (2n * bottom);
}

describe('every price', () => {
  const amount = fc.oneof(
    fc.constantFrom(0, 0.01, 0.05, 19.99, 99.9, MAX_AMOUNT),
    fc.integer({ min: 0, max: MAX_AMOUNT * 100 }).map(amountOf),
    fc.integer({ min: 0, max: 20_000 }).map(amountOf),
  );
  const percent = fc.integer({ min: 0, max: 10_000 }).map(amountOf);
  const ofCycle = fc.option(
    fc.oneof(
      fc.record({ type: fc.constant('percentage' as const), value: percent }),
      fc.record({ type: fc.constant('fixed' as const), value: amount }),
    ),
  );
  const kind = fc.oneof(
    fc.record({ discountType: fc.constant('percentage' as const), discountValue: percent }),
    fc.record({ discountType: fc.constant('fixed' as const), discountValue: amount }),
    fc.record({ discountType: fc.constant('free_trial' as const), discountValue: amount }),
  );
  const times = [campaign.startDate, campaign.endDate].flatMap(time =>
    [-1, 0, 1].map(by => new Date(Date.parse(time) + by)),
  );
  const withKind = <G extends object>({
    kind: own,
    ...terms
  }: G & { readonly kind: Partial<Campaign> }) => ({ ...campaign, ...terms, ...own });
  const conditions = fc.record({
    newUsersOnly: fc.boolean(),
    maxUsagePerUser: fc.option(fc.integer({ min: 1, max: 3 })),
    minSubscriptionMonths: fc.option(fc.constantFrom(1, 2, 12, 13)),
  });
  const campaigns = fc.option(
    fc.record({
      kind,
      monthlyDiscount: ofCycle,
      yearlyDiscount: ofCycle,
      isActive: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
      conditions,
      applicableDuration: fc.constantFrom('both' as const, 'monthly' as const, 'yearly' as const),
      freeTrialMonths: fc.integer({ min: 1, max: 12 }),
      autoChargeAfterTrial: fc.boolean(),
      applicablePlans: fc.constantFrom<string[]>([], ['premium'], ['basic'], ['basic', 'premium']),
    }),
    { freq: 9 },
  );

  it('equals the naive implementation and is never negative', () => {
    fc.assert(
      fc.property(
        amount,
        fc.option(amount),
        amount,
        campaigns,
        fc.constantFrom('monthly' as const, 'yearly' as const),
        fc.oneof({ weight: 3, arbitrary: fc.constant(at) }, fc.constantFrom(...times)),
        fc.record({
          isNew: fc.boolean(),
          hadPlan: fc.boolean(),
          campaignUses: fc.integer({ min: 0, max: 3 }),
        }),
        (price, yearlyPrice, setupFee, given, cycle, now, person) => {
          const one = { ...plan, price, yearlyPrice, setupFee };
          const with_ = given === null ? undefined : withKind(given);
          const told = quote({ plan: one, campaign: with_, cycle, at: now, person });
          expect(BigInt(minor(told.price))).toBe(naively(one, with_, cycle, now, person));
          expect(told.price).toBeGreaterThanOrEqual(0);
          expect(told.discount).toBeGreaterThanOrEqual(0);
          expect(minor(told.price) + minor(told.discount)).toBe(minor(told.listPrice));
          expect(minor(told.total)).toBe(minor(told.price) + minor(told.setupFee));
          // The steps lead from the list price to the price.
          expect([told.steps[0]?.amount, told.steps.at(-1)?.amount]).toEqual([
            told.listPrice,
            told.price,
          ]);
          expect(told.campaignId !== null || told.price === told.listPrice).toBe(true);
          expect(Quote.parse(told)).toEqual(told);
          const [twelve, year] = [
            12n * fractionOf(price)[0],
            yearlyPrice === null ? 10n * fractionOf(price)[0] : fractionOf(yearlyPrice)[0],
          ];
          expect(BigInt(told.yearlySaving)).toBe(
            twelve <= year ? 0n : (200n * (twelve - year) + twelve) / (2n * twelve),
          );
        },
      ),
      { numRuns: 2000 },
    );
  });
});
