import { campaignDefaults, type Campaign } from '@hzm/contracts/features/pricing/campaign';
import { planDefaults, type Plan } from '@hzm/contracts/features/pricing/plan';
import { describe, expect, it } from 'vitest';
import {
  campaignProblems,
  keysOf,
  newCampaignValues,
  termsOfCampaign,
  valuesOfCampaign,
  withKey,
} from './campaign-values.ts';
import { changedMembers } from './changed-members.ts';
import { newPlanValues, planProblems, termsOfPlan, valuesOfPlan } from './plan-values.ts';

const plan: Plan = {
  ...planDefaults,
  features: ['Yedek', 'Destek'],
  id: 'p',
  name: 'Premium',
  price: 199.9,
  yearlyPrice: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  isOffered: true,
  availableFrom: '2026-11-01T09:30:00.000Z',
  availableUntil: '2026-12-01T09:30:00.000Z',
};
const campaign: Campaign = {
  ...campaignDefaults,
  applicablePlans: ['premium', 'Temel'],
  id: 'c',
  name: 'Bahar',
  description: 'İndirim',
  discountType: 'percentage',
  discountValue: 20,
  startDate: '2026-03-01T09:30:00.000Z',
  endDate: '2026-06-01T09:30:00.000Z',
  createdAt: '2026-01-01T00:00:00.000Z',
  isOffered: true,
};

describe('form of a plan', () => {
  it('requires name, price and limits, with initial limits 1 and 5', () => {
    expect(planProblems(newPlanValues)).toEqual({ name: 'required', price: 'required' });
    expect([
      newPlanValues.maxProjects,
      newPlanValues.maxTables,
      newPlanValues.currency,
      newPlanValues.duration,
    ]).toEqual([1, 5, 'TL', 'monthly']);
    expect(
      planProblems({
        ...newPlanValues,
        name: 'A',
        price: 0,
        maxProjects: '',
        maxTables: '',
        maxStorage: '',
      }),
    ).toEqual({ maxProjects: 'required', maxTables: 'required', maxStorage: 'required' });
  });

  it('reports each invalid value', () => {
    const bad = {
      ...valuesOfPlan(plan),
      name: 'x'.repeat(101),
      price: 1.234,
      yearlyPrice: -1,
      maxProjects: -2,
      maxTables: 1.5,
      maxStorage: -2,
      setupFee: -1,
      trialDays: 366,
      features: 'x'.repeat(201),
      availableUntil: '2026-10-01',
    };
    expect(planProblems(bad)).toEqual({
      name: 'tooLong',
      price: 'money',
      yearlyPrice: 'money',
      maxProjects: 'limit',
      maxTables: 'limit',
      maxStorage: 'limit',
      setupFee: 'money',
      trialDays: 'days',
      features: 'features',
      availableUntil: 'order',
    });
    expect(
      planProblems({
        ...valuesOfPlan(plan),
        maxProjects: -1,
        yearlyPrice: '',
        setupFee: '',
        trialDays: '',
      }),
    ).toEqual({});
  });

  it('drops empty lines and sends changed members only', () => {
    expect(changedMembers(plan, termsOfPlan(valuesOfPlan(plan), plan))).toEqual({});
    const values = {
      ...valuesOfPlan(plan),
      features: '\n Yedek \n\nDestek\n',
      yearlyPrice: 1999,
      isActive: false,
    };
    expect(changedMembers(plan, termsOfPlan(values, plan))).toEqual({
      yearlyPrice: 1999,
      isActive: false,
    });
    expect(
      termsOfPlan({ ...values, yearlyPrice: '', campaignId: '', setupFee: '' }, plan),
    ).toMatchObject({ yearlyPrice: null, campaignId: null, setupFee: 0 });
  });

  it('covers whole days, from the start of the first to the end of the last', () => {
    const { availableFrom, availableUntil } = termsOfPlan(
      { ...valuesOfPlan(plan), availableFrom: '2026-11-05', availableUntil: '2026-11-05' },
      plan,
    );
    expect([availableFrom, availableUntil]).toEqual([
      new Date(2026, 10, 5).toISOString(),
      new Date(2026, 10, 6).toISOString(),
    ]);
    expect(valuesOfPlan({ ...plan, availableFrom, availableUntil })).toMatchObject({
      availableFrom: '2026-11-05',
      availableUntil: '2026-11-05',
    });
  });
});

describe('form of a campaign', () => {
  it('requires name, description, discount and dates', () => {
    expect(campaignProblems(newCampaignValues)).toEqual({
      name: 'required',
      description: 'required',
      discountValue: 'required',
      startDate: 'required',
      endDate: 'required',
    });
    expect(campaignProblems(valuesOfCampaign(campaign))).toEqual({});
  });

  it('reports each invalid value', () => {
    const values = valuesOfCampaign(campaign);
    expect(campaignProblems({ ...values, discountValue: 101 })).toEqual({
      discountValue: 'percentage',
    });
    expect(campaignProblems({ ...values, discountType: 'fixed', discountValue: 101 })).toEqual({});
    expect(campaignProblems({ ...values, discountType: 'fixed', discountValue: -1 })).toEqual({
      discountValue: 'money',
    });
    expect(
      campaignProblems({
        ...values,
        monthlyType: 'percentage',
        monthlyValue: 200,
        yearlyType: 'fixed',
      }),
    ).toEqual({ monthlyValue: 'percentage', yearlyValue: 'required' });
    expect(campaignProblems({ ...values, endDate: '2026-01-01' })).toEqual({ endDate: 'order' });
    expect(campaignProblems({ ...values, maxUsagePerUser: 0, minSubscriptionMonths: 1.5 })).toEqual(
      { maxUsagePerUser: 'count', minSubscriptionMonths: 'count' },
    );
    for (const months of ['', 0, 13, 1.5])
      expect(
        campaignProblems({ ...values, discountType: 'free_trial', freeTrialMonths: months }),
      ).toEqual({ freeTrialMonths: 'months' });
    expect(
      campaignProblems({
        ...values,
        discountType: 'free_trial',
        freeTrialMonths: 12,
        discountValue: '',
      }),
    ).toEqual({});
  });

  it('sends changed members only', () => {
    expect(changedMembers(campaign, termsOfCampaign(valuesOfCampaign(campaign), campaign))).toEqual(
      {},
    );
    expect(
      changedMembers(
        campaign,
        termsOfCampaign(
          {
            ...valuesOfCampaign(campaign),
            yearlyType: 'fixed',
            yearlyValue: 50,
            maxUsagePerUser: 1,
          },
          campaign,
        ),
      ),
    ).toEqual({
      yearlyDiscount: { type: 'fixed', value: 50 },
      conditions: { newUsersOnly: false, maxUsagePerUser: 1, minSubscriptionMonths: null },
    });
    expect(
      changedMembers(
        campaign,
        termsOfCampaign(
          {
            ...valuesOfCampaign(campaign),
            discountType: 'free_trial',
            freeTrialMonths: 3,
            discountValue: '',
          },
          campaign,
        ),
      ),
    ).toEqual({ discountType: 'free_trial', discountValue: 0, freeTrialMonths: 3 });
  });

  it('parses and edits comma-separated plans', () => {
    expect(keysOf(' premium, ,Temel ,')).toEqual(['premium', 'Temel']);
    expect(withKey('premium', 'Temel', true)).toBe('premium, Temel');
    expect(withKey('premium, Temel', 'premium', false)).toBe('Temel');
    expect(withKey('Temel', 'Temel', true)).toBe('Temel');
  });
});
