import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { optionalName, storable } from '../../core/name.ts';
import { list } from '../../core/shapes.ts';
import { Money } from './money.ts';
import { Cycle, MAX_PLAN_NAME, MAX_PLANS, PlanName } from './plan.ts';

export const MAX_CAMPAIGNS = MAX_PLANS;
export const MAX_DESCRIPTION = 1000;
export const MAX_FREE_MONTHS = 12;

export const DiscountType = z.enum(['free_trial', 'percentage', 'fixed']);
/**
 * The discount of a cycle, which replaces the campaign's own. A percentage has at most two
 * decimals, as an amount.
 */
export const CycleDiscount = z.strictObject({
  type: z.enum(['percentage', 'fixed']),
  value: Money,
});
export type CycleDiscount = z.output<typeof CycleDiscount>;

const Count = z.int().min(1).max(1_000_000);
/**
 * The conditions of a campaign; null means no bound. `minSubscriptionMonths` compares with the
 * months of the cycle, 1 or 12.
 */
const Conditions = z.strictObject({
  newUsersOnly: z.boolean().default(false),
  maxUsagePerUser: Count.nullable().default(null),
  minSubscriptionMonths: Count.nullable().default(null),
});
/** Names, subscription types or ids of plans; empty ones are dropped. */
const PlanKeys = list(optionalName({ max: MAX_PLAN_NAME }), { min: 0, max: MAX_PLANS }).transform(
  keys => keys.filter(key => key !== ''),
);

/**
 * The terms of a campaign, which runs from `startDate` until before `endDate`. An empty
 * `applicablePlans` means all plans that carry it.
 */
export const campaignMembers = {
  name: PlanName,
  description: storable(
    z.string().trim().min(1, 'campaign-description-empty').max(MAX_DESCRIPTION),
  ),
  discountType: DiscountType,
  discountValue: Money,
  freeTrialMonths: z.int().min(1).max(MAX_FREE_MONTHS).nullable(),
  applicableDuration: z.enum([...Cycle.options, 'both']),
  monthlyDiscount: CycleDiscount.nullable(),
  yearlyDiscount: CycleDiscount.nullable(),
  isActive: z.boolean(),
  startDate: Instant,
  endDate: Instant,
  applicablePlans: PlanKeys,
  autoChargeAfterTrial: z.boolean(),
  conditions: Conditions,
} as const;

/** Defaults of a new campaign. */
export const campaignDefaults = {
  freeTrialMonths: null,
  applicableDuration: 'both',
  monthlyDiscount: null,
  yearlyDiscount: null,
  isActive: true,
  applicablePlans: [],
  autoChargeAfterTrial: false,
  conditions: { newUsersOnly: false, maxUsagePerUser: null, minSubscriptionMonths: null },
} as const;

const CampaignTerms = z.object(campaignMembers);
export type CampaignTerms = Omit<z.output<typeof CampaignTerms>, 'applicablePlans'> & {
  readonly applicablePlans: readonly string[];
};

/** `isOffered` means that it runs now and a plan on offer carries it. */
export const Campaign = CampaignTerms.extend({
  id: Id,
  applicablePlans: z.array(z.string()),
  createdAt: Instant,
  isOffered: z.boolean(),
}).meta({ id: 'Campaign' });
export type Campaign = z.output<typeof Campaign>;

/** Whether a campaign is active and within its dates at a moment. */
export const isRunning = (
  { isActive, startDate, endDate }: Pick<CampaignTerms, 'isActive' | 'startDate' | 'endDate'>,
  at: Date,
): boolean =>
  isActive && Date.parse(startDate) <= at.getTime() && at.getTime() < Date.parse(endDate);

type Path =
  | 'endDate'
  | 'discountValue'
  | 'freeTrialMonths'
  | 'monthlyDiscount.value'
  | 'yearlyDiscount.value';
const isOver = (type: string, value: number): boolean => type === 'percentage' && value > 100;

/** Returns the inconsistent members of a campaign; the texts are in `problems.{tr,en}.json`. */
export function campaignProblems({
  startDate,
  endDate,
  discountType,
  discountValue,
  freeTrialMonths,
  monthlyDiscount,
  yearlyDiscount,
}: CampaignTerms): {
  path: Path;
  key: 'dates-order' | 'percentage-over' | 'free-months-missing';
}[] {
  return [
    ...(Date.parse(endDate) <= Date.parse(startDate)
      ? [{ path: 'endDate', key: 'dates-order' } as const]
      : []),
    ...(isOver(discountType, discountValue)
      ? [{ path: 'discountValue', key: 'percentage-over' } as const]
      : []),
    ...(discountType === 'free_trial' && freeTrialMonths === null
      ? [{ path: 'freeTrialMonths', key: 'free-months-missing' } as const]
      : []),
    ...(monthlyDiscount && isOver(monthlyDiscount.type, monthlyDiscount.value)
      ? [{ path: 'monthlyDiscount.value', key: 'percentage-over' } as const]
      : []),
    ...(yearlyDiscount && isOver(yearlyDiscount.type, yearlyDiscount.value)
      ? [{ path: 'yearlyDiscount.value', key: 'percentage-over' } as const]
      : []),
  ];
}
