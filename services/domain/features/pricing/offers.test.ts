import {
  campaignDefaults,
  MAX_CAMPAIGNS,
  type CampaignTerms,
} from '@hzm/contracts/features/pricing/campaign';
import {
  campaignAdded,
  campaignChanged,
  campaignRemoved,
  planAdded,
  planChanged,
  planRemoved,
} from '@hzm/contracts/features/pricing/events';
import { MAX_PLANS, planDefaults, type PlanTerms } from '@hzm/contracts/features/pricing/plan';
import { describe, expect, it } from 'vitest';
import { given } from '../../testing/given.ts';
import {
  addCampaign,
  addPlan,
  changeCampaign,
  changePlan,
  offers,
  removeCampaign,
  removePlan,
} from './offers.ts';
import { campaignTermsOf, planTermsOf, storedCampaign, storedPlan } from './terms.ts';

const installation = 'pricing' as const;
const plan: PlanTerms = { ...planDefaults, name: 'Premium', price: 99.9 };
const campaign: CampaignTerms = {
  ...campaignDefaults,
  name: 'Bahar',
  description: 'x',
  discountType: 'percentage',
  discountValue: 15.5,
  startDate: '2026-01-01T00:00:00.000Z',
  endDate: '2026-02-01T00:00:00.000Z',
};
const added = planAdded({ installation, planId: 'p', plan: storedPlan(plan) });
const running = campaignAdded({
  installation,
  campaignId: 'c',
  campaign: storedCampaign(campaign),
});

describe('terms', () => {
  it('are kept in hundredths, and come back as they were', () => {
    const dear = { ...plan, yearlyPrice: 0.07, setupFee: 1.15 };
    expect(storedPlan(dear)).toMatchObject({ price: 9990, yearlyPrice: 7, setupFee: 115 });
    expect(planTermsOf(storedPlan(dear))).toEqual(dear);
    const both = {
      ...campaign,
      monthlyDiscount: { type: 'fixed', value: 4.35 },
      yearlyDiscount: { type: 'percentage', value: 12.25 },
    } as const;
    expect(storedCampaign(both)).toMatchObject({
      discountValue: 1550,
      monthlyDiscount: { value: 435 },
      yearlyDiscount: { value: 1225 },
    });
    expect(campaignTermsOf(storedCampaign(both))).toEqual(both);
  });
});

describe('plans', () => {
  it('are added once, changed in what is named, and removed', () => {
    given(offers).when(addPlan('p', plan)).leadsTo(added);
    given(offers, added)
      .when(changePlan('p', { price: 10 }))
      .leadsTo(
        planChanged({ installation, planId: 'p', plan: storedPlan({ ...plan, price: 10 }) }),
      );
    given(offers, added)
      .when(changePlan('p', { price: 99.9, name: undefined }))
      .leadsTo();
    given(offers, added, planRemoved({ installation, planId: 'p' }))
      .when(changePlan('p', {}))
      .refused('NOT_FOUND');
    given(offers).when(removePlan('p')).refused('NOT_FOUND');
    expect(given(offers, added).when(removePlan('p')).decision).toEqual([
      planRemoved({ installation, planId: 'p' }),
    ]);
  });
  it('have names of their own, and carry campaigns that are there', () => {
    given(offers, added)
      .when(addPlan('q', { ...plan, name: 'PREMİUM' }))
      .refused('NAME_TAKEN');
    given(offers, added)
      .when(changePlan('p', { name: 'premium' }))
      .leadsTo(
        planChanged({ installation, planId: 'p', plan: storedPlan({ ...plan, name: 'premium' }) }),
      );
    given(offers)
      .when(addPlan('p', { ...plan, campaignId: 'c' }))
      .refused('VALIDATION_ERROR');
    given(offers, running)
      .when(addPlan('p', { ...plan, campaignId: 'c' }))
      .leadsTo(
        planAdded({ installation, planId: 'p', plan: storedPlan({ ...plan, campaignId: 'c' }) }),
      );
    given(offers, added)
      .when(
        changePlan('p', {
          availableFrom: '2026-02-01T00:00:00.000Z',
          availableUntil: '2026-01-01T00:00:00.000Z',
        }),
      )
      .refused('VALIDATION_ERROR');
  });
  it('are so many at most', () => {
    const many = Array.from({ length: MAX_PLANS }, (_, n) =>
      planAdded({
        installation,
        planId: `p${n}`,
        plan: storedPlan({ ...plan, name: `Plan ${n}` }),
      }),
    );
    given(offers, ...many)
      .when(addPlan('p', plan))
      .refused('CONFLICT');
    given(offers, ...many.slice(1))
      .when(addPlan('p', plan))
      .leadsTo(added);
  });
});

describe('campaigns', () => {
  it('are added, changed and judged as a whole', () => {
    given(offers).when(addCampaign('c', campaign)).leadsTo(running);
    given(offers, running)
      .when(changeCampaign('c', { isActive: false }))
      .leadsTo(
        campaignChanged({
          installation,
          campaignId: 'c',
          campaign: storedCampaign({ ...campaign, isActive: false }),
        }),
      );
    given(offers, running)
      .when(changeCampaign('c', { discountType: 'free_trial' }))
      .refused('VALIDATION_ERROR');
    given(offers, running)
      .when(changeCampaign('c', { endDate: '2025-12-31T00:00:00.000Z' }))
      .refused('VALIDATION_ERROR');
    given(offers, running)
      .when(addCampaign('d', { ...campaign, name: 'BAHAR' }))
      .refused('NAME_TAKEN');
    given(offers).when(changeCampaign('c', {})).refused('NOT_FOUND');
  });
  it('leave the plans that carry them', () => {
    const carrying = planAdded({
      installation,
      planId: 'p',
      plan: storedPlan({ ...plan, campaignId: 'c' }),
    });
    const other = planAdded({
      installation,
      planId: 'q',
      plan: storedPlan({ ...plan, name: 'Temel' }),
    });
    const removed = campaignRemoved({ installation, campaignId: 'c', planIds: ['p'] });
    expect(given(offers, running, carrying, other).when(removeCampaign('c')).decision).toEqual([
      removed,
    ]);
    given(offers, running, carrying, other, removed)
      .when(changePlan('p', { campaignId: null }))
      .leadsTo();
    given(offers).when(removeCampaign('c')).refused('NOT_FOUND');
  });
  it('are so many at most', () => {
    const many = Array.from({ length: MAX_CAMPAIGNS }, (_, n) =>
      campaignAdded({
        installation,
        campaignId: `c${n}`,
        campaign: storedCampaign({ ...campaign, name: `Kampanya ${n}` }),
      }),
    );
    given(offers, ...many)
      .when(addCampaign('c', campaign))
      .refused('CONFLICT');
  });
});
