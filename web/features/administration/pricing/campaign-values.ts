import {
  campaignDefaults,
  campaignMembers,
  CycleDiscount,
  DiscountType,
  MAX_FREE_MONTHS,
  type Campaign,
  type CampaignTerms,
} from '@hzm/contracts/features/pricing/campaign';
import { Money } from '@hzm/contracts/features/pricing/money';
import { beginOf, endOf, firstDayOf, lastDayOf } from './days.ts';
import { nameProblem } from './plan-values.ts';

/**
 * Form values of a campaign: empty texts for absent values, plans separated by commas, dates as
 * days, both inclusive.
 */
export interface CampaignValues {
  readonly [member: string]: string | number | boolean;
  readonly name: string;
  readonly description: string;
  readonly discountType: string;
  readonly discountValue: number | string;
  readonly freeTrialMonths: number | string;
  readonly applicableDuration: string;
  /** '' keeps the campaign's own discount. */
  readonly monthlyType: string;
  readonly monthlyValue: number | string;
  readonly yearlyType: string;
  readonly yearlyValue: number | string;
  readonly startDate: string;
  readonly endDate: string;
  readonly applicablePlans: string;
  readonly isActive: boolean;
  readonly autoChargeAfterTrial: boolean;
  readonly newUsersOnly: boolean;
  readonly maxUsagePerUser: number | string;
  readonly minSubscriptionMonths: number | string;
}

export const valuesOfCampaign = (
  terms: Omit<CampaignTerms, 'startDate' | 'endDate'> & {
    readonly startDate: string | null;
    readonly endDate: string | null;
  },
): CampaignValues => ({
  name: terms.name,
  description: terms.description,
  discountType: terms.discountType,
  discountValue: terms.discountValue,
  freeTrialMonths: terms.freeTrialMonths ?? '',
  applicableDuration: terms.applicableDuration,
  monthlyType: terms.monthlyDiscount?.type ?? '',
  monthlyValue: terms.monthlyDiscount?.value ?? '',
  yearlyType: terms.yearlyDiscount?.type ?? '',
  yearlyValue: terms.yearlyDiscount?.value ?? '',
  startDate: firstDayOf(terms.startDate),
  endDate: lastDayOf(terms.endDate),
  applicablePlans: terms.applicablePlans.join(', '),
  isActive: terms.isActive,
  autoChargeAfterTrial: terms.autoChargeAfterTrial,
  newUsersOnly: terms.conditions.newUsersOnly,
  maxUsagePerUser: terms.conditions.maxUsagePerUser ?? '',
  minSubscriptionMonths: terms.conditions.minSubscriptionMonths ?? '',
});

export const newCampaignValues: CampaignValues = {
  ...valuesOfCampaign({
    ...campaignDefaults,
    name: '',
    description: '',
    discountType: 'percentage',
    discountValue: 0,
    startDate: null,
    endDate: null,
  }),
  discountValue: '',
};

export const keysOf = (text: string): string[] =>
  text
    .split(',')
    .map(key => key.trim())
    .filter(key => key !== '');

/** Adds a plan to the text or removes it. */
export const withKey = (text: string, key: string, isIn: boolean): string =>
  [...keysOf(text).filter(other => other !== key), ...(isIn ? [key] : [])].join(', ');

export type CampaignRule =
  | 'required'
  | 'tooLong'
  | 'name'
  | 'money'
  | 'percentage'
  | 'months'
  | 'count'
  | 'order'
  | 'plans';

function discountProblem(type: string, value: number | string): CampaignRule | undefined {
  if (value === '') return 'required';
  if (!Money.safeParse(value).success) return 'money';
  return type === 'percentage' && Number(value) > 100 ? 'percentage' : undefined;
}

const isCount = (value: number | string, most: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most;
const MAX_COUNT = 1_000_000;

export function campaignProblems(
  values: CampaignValues,
): Partial<Record<keyof CampaignValues, CampaignRule>> {
  const { name, description, startDate, endDate, maxUsagePerUser, minSubscriptionMonths } = values;
  const found: Partial<Record<keyof CampaignValues, CampaignRule | undefined>> = {
    name: nameProblem(name),
    ...(!campaignMembers.description.safeParse(description).success && {
      description: description.trim() === '' ? ('required' as const) : ('tooLong' as const),
    }),
    ...(values.discountType === 'free_trial'
      ? !isCount(values.freeTrialMonths, MAX_FREE_MONTHS) && { freeTrialMonths: 'months' as const }
      : { discountValue: discountProblem(values.discountType, values.discountValue) }),
    ...(values.monthlyType !== '' &&
      values.discountType !== 'free_trial' && {
        monthlyValue: discountProblem(values.monthlyType, values.monthlyValue),
      }),
    ...(values.yearlyType !== '' &&
      values.discountType !== 'free_trial' && {
        yearlyValue: discountProblem(values.yearlyType, values.yearlyValue),
      }),
    ...(startDate === '' && { startDate: 'required' as const }),
    ...(endDate === ''
      ? { endDate: 'required' as const }
      : startDate !== '' && endDate < startDate && { endDate: 'order' as const }),
    ...(maxUsagePerUser !== '' &&
      !isCount(maxUsagePerUser, MAX_COUNT) && { maxUsagePerUser: 'count' as const }),
    ...(minSubscriptionMonths !== '' &&
      !isCount(minSubscriptionMonths, MAX_COUNT) && { minSubscriptionMonths: 'count' as const }),
    ...(!campaignMembers.applicablePlans.safeParse(keysOf(values.applicablePlans)).success && {
      applicablePlans: 'plans' as const,
    }),
  };
  return Object.fromEntries(Object.entries(found).filter(([, rule]) => rule !== undefined));
}

const discountOf = (type: string, value: number | string): CycleDiscount | null =>
  type === '' ? null : CycleDiscount.parse({ type, value: Number(value) });
const countOf = (value: number | string): number | null => (value === '' ? null : Number(value));

/**
 * Converts valid form values to the request. @param campaign the existing one, whose unchanged
 * times stay exact
 */
export function termsOfCampaign(values: CampaignValues, campaign?: Campaign) {
  const isTrial = values.discountType === 'free_trial';
  return {
    name: values.name.trim(),
    description: values.description.trim(),
    discountType: DiscountType.parse(values.discountType),
    discountValue: isTrial ? 0 : Number(values.discountValue),
    freeTrialMonths: isTrial ? Number(values.freeTrialMonths) : null,
    applicableDuration: campaignMembers.applicableDuration.parse(values.applicableDuration),
    monthlyDiscount: isTrial ? null : discountOf(values.monthlyType, values.monthlyValue),
    yearlyDiscount: isTrial ? null : discountOf(values.yearlyType, values.yearlyValue),
    isActive: values.isActive,
    startDate: beginOf(values.startDate, campaign?.startDate ?? null) ?? '',
    endDate: endOf(values.endDate, campaign?.endDate ?? null) ?? '',
    applicablePlans: keysOf(values.applicablePlans),
    autoChargeAfterTrial: values.autoChargeAfterTrial,
    conditions: {
      newUsersOnly: values.newUsersOnly,
      maxUsagePerUser: countOf(values.maxUsagePerUser),
      minSubscriptionMonths: countOf(values.minSubscriptionMonths),
    },
  };
}
