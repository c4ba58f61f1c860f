import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import type { Campaign, CycleDiscount } from './campaign.ts';
import { amountOf, Currency, dividedRounded, minor } from './money.ts';
import { Cycle, isPlanKey, monthsOf, type Plan } from './plan.ts';

/** A year costs so many months where a plan names no price of a year. */
const YEAR_IN_MONTHS = 10;
const WHOLE = 10_000;

/**
 * The rules of a price. One of the first three begins it; one of `campaign-…` says why the plan's
 * campaign does not count, one of the next three what it does;
 * the last four are about the first time.
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
 * One rule that was applied, and the price after it. `value`: a percentage, a discount or a fee;
 * `months`: of a free trial, or that a year is counted as;
 * `days`: free ones; `limit`: how often, or how many months a campaign asks for; `ofCycle`: the
 * value is the cycle's own; `isRounded`: to the smallest unit, half up; `isFloored`: at nothing.
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
 * What one person pays for one cycle of a plan. `listPrice` without, `price` with the campaign;
 * `total`: with the setup fee. `discount`: by how much it is less. `yearlySaving`: in percent, what
 * a year costs less than twelve months.
 * `freeMonths` of a free trial; `priceAfterTrial`: what is charged then, null: it ends then, or
 * there is no trial. `until`: when it ends if it is taken now; null: never.
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
 * What a price depends on of a person: whether they ever took a plan, whether they took this one,
 * and how often the campaign was used by them.
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
  /** The one that the plan carries. */
  readonly campaign: PricedCampaign | undefined;
  readonly cycle: Cycle;
  readonly at: Date;
  readonly person: Customer;
}

/** The list price of a cycle, in the smallest unit. */
const listed = ({ price, yearlyPrice }: PricedPlan, cycle: Cycle): number =>
  cycle === 'monthly'
    ? minor(price)
    : yearlyPrice === null
      ? minor(price) * YEAR_IN_MONTHS
      : minor(yearlyPrice);

/** Why a campaign does not count; undefined: it does. */
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
  /** In the smallest unit. */
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

/** What a campaign that counts makes of a price. */
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

/** What a year costs less than twelve months, in percent, rounded; 0 where it costs no less. */
function yearlySavingOf(plan: PricedPlan): number {
  const twelve = monthsOf.yearly * listed(plan, 'monthly');
  return twelve === 0
    ? 0
    : dividedRounded(100 * Math.max(0, twelve - listed(plan, 'yearly')), twelve);
}

/** The same day so many months later, in UTC; the last one of a shorter month. */
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
 * When a cycle ends that begins at a moment: after its free days, and its free months with what
 * follows them; null where nothing is paid for, and nothing ends.
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
 * Computes what a person pays for a cycle of a plan at a moment, and why: every price that is shown
 * or taken comes from here.
 */
export function quote(asked: Asked): Quote {
  const { plan, campaign, cycle, at, person } = asked;
  const list = listed(plan, cycle);
  const begin: PriceStep =
    cycle === 'monthly'
      ? { rule: 'monthly-price', amount: amountOf(list) }
      : plan.yearlyPrice === null
        ? { rule: 'yearly-from-monthly', amount: amountOf(list), months: YEAR_IN_MONTHS }
        : { rule: 'yearly-price', amount: amountOf(list) };
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
      begin,
      ...(step ? [step] : []),
      ...(plan.setupFee > 0
        ? [
            {
              rule: person.hadPlan ? 'setup-fee-paid' : 'setup-fee',
              amount,
              value: plan.setupFee,
            } as const,
          ]
        : []),
      ...(plan.trialDays > 0
        ? [
            {
              rule: person.hadPlan ? 'trial-days-used' : 'trial-days',
              amount,
              days: plan.trialDays,
            } as const,
          ]
        : []),
    ],
  };
}
