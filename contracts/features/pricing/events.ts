import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { SubscriptionType } from '../accounts/account.ts';
import { CycleDiscount, DiscountType } from './campaign.ts';
import { Currency } from './money.ts';
import { Cycle, PlanType } from './plan.ts';
import { EndReason } from './subscription.ts';

/** Money in the smallest unit as an integer; percentages count hundredths, too. */
const Hundredths = z.int().min(0);

/** A plan's terms in the log. */
const StoredPlan = z.strictObject({
  name: z.string(),
  planType: PlanType,
  price: Hundredths,
  yearlyPrice: Hundredths.nullable(),
  currency: Currency,
  duration: Cycle,
  maxProjects: z.int(),
  maxTables: z.int(),
  maxStorage: z.int(),
  features: z.array(z.string()).readonly(),
  isActive: z.boolean(),
  campaignId: Id.nullable(),
  setupFee: Hundredths,
  trialDays: z.int(),
  availableFrom: Instant.nullable(),
  availableUntil: Instant.nullable(),
});
export type StoredPlan = z.output<typeof StoredPlan>;

const StoredDiscount = z.strictObject({ type: CycleDiscount.shape.type, value: Hundredths });
/** A campaign's terms in the log. */
const StoredCampaign = z.strictObject({
  name: z.string(),
  description: z.string(),
  discountType: DiscountType,
  discountValue: Hundredths,
  freeTrialMonths: z.int().nullable(),
  applicableDuration: z.enum([...Cycle.options, 'both']),
  monthlyDiscount: StoredDiscount.nullable(),
  yearlyDiscount: StoredDiscount.nullable(),
  isActive: z.boolean(),
  startDate: Instant,
  endDate: Instant,
  applicablePlans: z.array(z.string()).readonly(),
  autoChargeAfterTrial: z.boolean(),
  conditions: z.strictObject({
    newUsersOnly: z.boolean(),
    maxUsagePerUser: z.int().nullable(),
    minSubscriptionMonths: z.int().nullable(),
  }),
});
export type StoredCampaign = z.output<typeof StoredCampaign>;

/** Stream `pricing`. Plans and campaigns. */
const ofPricing = { installation: z.literal('pricing') } as const;
const open = { installation: because.key } as const;
const ofPlan = {
  shape: { ...ofPricing, planId: Id, plan: StoredPlan },
  open: { ...open, planId: because.id },
} as const;
const ofCampaign = {
  shape: { ...ofPricing, campaignId: Id, campaign: StoredCampaign },
  open: { ...open, campaignId: because.id },
} as const;
export const planAdded = event('plan-added', { version: 2, ...ofPlan });
export const planChanged = event('plan-changed', { version: 2, ...ofPlan });
export const planRemoved = event('plan-removed', {
  version: 1,
  shape: { ...ofPricing, planId: Id },
  open: ofPlan.open,
});
export const campaignAdded = event('campaign-added', { version: 1, ...ofCampaign });
export const campaignChanged = event('campaign-changed', { version: 1, ...ofCampaign });
/** `planIds` lists the plans that lose the campaign. */
export const campaignRemoved = event('campaign-removed', {
  version: 1,
  shape: { ...ofPricing, campaignId: Id, planIds: z.array(Id) },
  open: { ...ofCampaign.open, planIds: because.id },
});

const limits = {
  subscriptionType: SubscriptionType,
  maxProjects: z.int(),
  maxTables: z.int(),
  maxStorage: z.int(),
} as const;
/**
 * Stream `account-<id>`. A plan was taken or extended. The accompanying `account-plan-changed` sets
 * the limits if they change.
 */
export const accountSubscribed = event('account-subscribed', {
  version: 2,
  needsRoom: true,
  shape: {
    accountId: Id,
    subscriptionId: Id,
    planId: Id,
    planName: z.string(),
    planType: PlanType,
    cycle: Cycle,
    currency: Currency,
    price: Hundredths,
    setupFee: Hundredths,
    ...limits,
    campaignId: Id.nullable(),
    campaignName: z.string().nullable(),
    since: Instant,
    until: Instant.nullable(),
    isRenewal: z.boolean(),
  },
  open: { accountId: because.key },
});
/** Ends the subscription; the limits are those that follow. */
export const accountUnsubscribed = event('account-unsubscribed', {
  version: 2,
  shape: { accountId: Id, subscriptionId: Id, planName: z.string(), reason: EndReason, ...limits },
  open: { accountId: because.key },
});
