import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import type { Campaign, CycleDiscount } from './campaign.ts';
import { amountOf, Currency, dividedRounded, minor } from './money.ts';
import { Cycle, isPlanKey, monthsOf, type Plan } from './plan.ts';

/** Months that a year costs if the plan has no yearly price. */
const YEAR_IN_MONTHS = 10;
const WHOLE = 10_000;

/**
 * The rules of a price. One of the first three starts it; a `campaign-…` rule says why the campaign
 * does not apply, one of the next three applies it; the last four concern the first subscription.
 */
const PriceRule = z.enum([
  'monthly-price',
  'yearly-price',
  'yearly-from-monthly',
  'campaign-inactive',
  'campaign-not-begun',
  'campaign-over',
  'campaign-other-cycle',
  'campaign-other-plan',
  'campaign-new-users-only',
  'campaign-used-up',
  'campaign-too-short',
  'free-trial',
  'percentage',
  'fixed',
  'setup-fee',
  'setup-fee-paid',
  'trial-days',
  'trial-days-used',
]);
type PriceRule = z.output<typeof PriceRule>;

/**
 * An applied rule and the price after it. `months` counts a free trial or a year's price, `limit`
 * is a campaign's bound, `ofCycle` means the cycle's own value; `isRounded` half up to the smallest
 * unit, `isFloored` at zero.
 */
export const PriceStep = z.object({
  rule: PriceRule,
  amount: z.number(),
  value: z.number().optional(),
  months: z.int().optional(),
  days: z.int().optional(),
  limit: z.int().optional(),
  ofCycle: z.boolean().optional(),
  isRounded: z.boolean().optional(),
  isFloored: z.boolean().optional(),
});
export type PriceStep = z.output<typeof PriceStep>;

/**
 * One person's price for one cycle. `listPrice` excludes the campaign, `total` includes the setup
 * fee, `yearlySaving` is in percent. `priceAfterTrial` is null if the plan ends with the trial, or
 * without one; `until` is null if the plan never ends.
 */
export const Quote = z
  .object({
    planId: Id,
    cycle: Cycle,
    currency: Currency,
    listPrice: z.number(),
    price: z.number(),
    discount: z.number(),
    setupFee: z.number(),
    total: z.number(),
    trialDays: z.int(),
    freeMonths: z.int(),
    priceAfterTrial: z.number().nullable(),
    campaignId: Id.nullable(),
    campaignName: z.string().nullable(),
    yearlySaving: z.int(),
    until: Instant.nullable(),
    steps: z.array(PriceStep),
  })
  .meta({ id: 'Quote' });
export type Quote = z.output<typeof Quote>;

/**
 * A person's history that affects prices: whether they ever took a plan, whether they took this
 * one, and their uses of the campaign.
 */
export interface Customer {
  readonly isNew: boolean;
  readonly hadPlan: boolean;
  readonly campaignUses: number;
}

type PricedPlan = Pick<
  Plan,
  'id' | 'name' | 'price' | 'yearlyPrice' | 'currency' | 'setupFee' | 'trialDays'
>;
type PricedCampaign = Omit<Campaign, 'description' | 'createdAt' | 'isOffered'>;

interface Asked {
  readonly plan: PricedPlan;
  /** The plan's campaign. */
  readonly campaign: PricedCampaign | undefined;
  readonly cycle: Cycle;
  readonly at: Date;
  readonly person: Customer;
}

/** Returns the list price of a cycle, in the smallest unit. */
const listed = ({ price, yearlyPrice }: PricedPlan, cycle: Cycle): number =>
  cycle === 'monthly'
    ? minor(price)
    : yearlyPrice === null
      ? minor(price) * YEAR_IN_MONTHS
      : minor(yearlyPrice);

/** Returns why a campaign does not apply; undefined if it does. */
function obstacle(
  { plan, cycle, at, person }: Asked,
  campaign: PricedCampaign,
): Omit<PriceStep, 'amount'> | undefined {
  const { newUsersOnly, maxUsagePerUser, minSubscriptionMonths } = campaign.conditions;
  if (!campaign.isActive) return { rule: 'campaign-inactive' };
  if (at.getTime() < Date.parse(campaign.startDate)) return { rule: 'campaign-not-begun' };
  if (at.getTime() >= Date.parse(campaign.endDate)) return { rule: 'campaign-over' };
  if (campaign.applicableDuration !== 'both' && campaign.applicableDuration !== cycle)
    return { rule: 'campaign-other-cycle' };
  if (
    campaign.applicablePlans.length > 0 &&
    !campaign.applicablePlans.some(key => isPlanKey(key, plan))
  )
    return { rule: 'campaign-other-plan' };
  if (newUsersOnly && !person.isNew) return { rule: 'campaign-new-users-only' };
  if (maxUsagePerUser !== null && person.campaignUses >= maxUsagePerUser)
    return { rule: 'campaign-used-up', limit: maxUsagePerUser };
  if (minSubscriptionMonths !== null && monthsOf[cycle] < minSubscriptionMonths)
    return { rule: 'campaign-too-short', limit: minSubscriptionMonths };
  return undefined;
}

interface Priced {
  /** Price in the smallest unit. */
  readonly price: number;
  readonly step: PriceStep;
}

function discounted(price: number, { type, value }: CycleDiscount, ofCycle: boolean): Priced {
  const by = { value, ...(ofCycle && { ofCycle }) };
  if (type === 'fixed') {
    const left = Math.max(0, price - minor(value));
    return {
      price: left,
      step: {
        rule: 'fixed',
        amount: amountOf(left),
        ...by,
        ...(minor(value) > price && { isFloored: true }),
      },
    };
  }
  const parts = price * Math.max(0, WHOLE - minor(value));
  const left = dividedRounded(parts, WHOLE);
  return {
    price: left,
    step: {
      rule: 'percentage',
      amount: amountOf(left),
      ...by,
      ...(parts % WHOLE !== 0 && { isRounded: true }),
    },
  };
}

/** Applies a campaign to a price. */
function withCampaign(
  price: number,
  cycle: Cycle,
  { discountType, discountValue, freeTrialMonths, monthlyDiscount, yearlyDiscount }: PricedCampaign,
): Priced {
  if (discountType === 'free_trial')
    return { price: 0, step: { rule: 'free-trial', amount: 0, months: freeTrialMonths ?? 1 } };
  const own = cycle === 'monthly' ? monthlyDiscount : yearlyDiscount;
  return discounted(price, own ?? { type: discountType, value: discountValue }, own !== null);
}

/** Returns the saving of a year compared with twelve months, in rounded percent, at least 0. */
function yearlySavingOf(plan: PricedPlan): number {
  const twelve = monthsOf.yearly * listed(plan, 'monthly');
  return twelve === 0
    ? 0
    : dividedRounded(100 * Math.max(0, twelve - listed(plan, 'yearly')), twelve);
}

/** Returns the same day a number of months later in UTC, or the last day of a shorter month. */
export function addMonths(at: Date, months: number): Date {
  const first = new Date(at);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(at.getUTCDate(), last));
  return first;
}
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Returns when a cycle that starts at a moment ends: after its free days, and its free months with
 * their continuation; null if nothing is paid for.
 */
export function endOf(
  {
    cycle,
    listPrice,
    trialDays,
    freeMonths,
    priceAfterTrial,
  }: Pick<Quote, 'cycle' | 'listPrice' | 'trialDays' | 'freeMonths' | 'priceAfterTrial'>,
  from: Date,
): string | null {
  if (listPrice === 0) return null;
  const months =
    freeMonths === 0 || priceAfterTrial !== null ? freeMonths + monthsOf[cycle] : freeMonths;
  return addMonths(new Date(from.getTime() + trialDays * DAY_MS), months).toISOString();
}

/**
 * Computes a person's price for a cycle of a plan at a moment, rule by rule: the only source of
 * shown and charged prices.
 */
export function quote(asked: Asked): Quote {
  const { plan, campaign, cycle, at, person } = asked;
  const list = listed(plan, cycle);
  const why = campaign && obstacle(asked, campaign);
  const counting = why ? undefined : campaign;
  const { price, step } = counting
    ? withCampaign(list, cycle, counting)
    : { price: list, step: why && { ...why, amount: amountOf(list) } };
  const amount = amountOf(price);
  const setupFee = person.hadPlan ? 0 : plan.setupFee;
  const trialDays = person.hadPlan ? 0 : plan.trialDays;
  const freeMonths = step?.months ?? 0;
  const term = {
    cycle,
    listPrice: amountOf(list),
    trialDays,
    freeMonths,
    priceAfterTrial:
      freeMonths > 0 && counting?.autoChargeAfterTrial === true ? amountOf(list) : null,
  };
  return {
    ...term,
    planId: plan.id,
    currency: plan.currency,
    price: amount,
    discount: amountOf(list - price),
    setupFee,
    total: amountOf(price + minor(setupFee)),
    campaignId: counting?.id ?? null,
    campaignName: counting?.name ?? null,
    yearlySaving: yearlySavingOf(plan),
    until: endOf(term, at),
    steps: [
      firstStep(plan, cycle, amountOf(list)),
      ...(step ? [step] : []),
      ...lastSteps(asked, amount),
    ],
  };
}

function firstStep(plan: Asked['plan'], cycle: Asked['cycle'], amount: number): PriceStep {
  if (cycle === 'monthly') return { rule: 'monthly-price', amount };
  return plan.yearlyPrice === null
    ? { rule: 'yearly-from-monthly', amount, months: YEAR_IN_MONTHS }
    : { rule: 'yearly-price', amount };
}

/** Returns the steps of what only a first plan has: a set-up fee and days of trial. */
function lastSteps({ plan, person: { hadPlan } }: Asked, amount: number): PriceStep[] {
  const steps: PriceStep[] = [];
  if (plan.setupFee > 0)
    steps.push({ rule: hadPlan ? 'setup-fee-paid' : 'setup-fee', amount, value: plan.setupFee });
  if (plan.trialDays > 0)
    steps.push({ rule: hadPlan ? 'trial-days-used' : 'trial-days', amount, days: plan.trialDays });
  return steps;
}
