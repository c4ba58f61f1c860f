import { unfitName } from '@hzm/contracts/core/name';
import { PlanLimit, StorageLimit } from '@hzm/contracts/features/administration/administration';
import { Currency, Money } from '@hzm/contracts/features/pricing/money';
import {
  Cycle,
  MAX_FEATURE_LENGTH,
  MAX_FEATURES,
  planDefaults,
  PlanType,
  planMembers,
  type Plan,
  type PlanTerms,
} from '@hzm/contracts/features/pricing/plan';
import { bytesOfGib, gibOf } from '../../../lib/gib.ts';
import { beginOf, endOf, firstDayOf, lastDayOf } from './days.ts';

/** Form values of a plan: empty texts for absent values, features as lines, dates as days. */
export interface PlanValues {
  readonly [member: string]: string | number | boolean;
  readonly name: string;
  readonly planType: string;
  readonly price: number | string;
  readonly yearlyPrice: number | string;
  readonly currency: string;
  readonly duration: string;
  readonly maxProjects: number | string;
  readonly maxTables: number | string;
  /** In GiB. */
  readonly maxStorage: number | string;
  readonly features: string;
  readonly campaignId: string;
  readonly setupFee: number | string;
  readonly trialDays: number | string;
  readonly availableFrom: string;
  readonly availableUntil: string;
  readonly isActive: boolean;
}

export const valuesOfPlan = ({
  name,
  planType,
  price,
  yearlyPrice,
  currency,
  duration,
  maxProjects,
  maxTables,
  maxStorage,
  features,
  campaignId,
  setupFee,
  trialDays,
  availableFrom,
  availableUntil,
  isActive,
}: PlanTerms): PlanValues => ({
  name,
  planType,
  price,
  yearlyPrice: yearlyPrice ?? '',
  currency,
  duration,
  maxProjects,
  maxTables,
  maxStorage: gibOf(maxStorage),
  features: features.join('\n'),
  campaignId: campaignId ?? '',
  setupFee,
  trialDays,
  availableFrom: firstDayOf(availableFrom),
  availableUntil: lastDayOf(availableUntil),
  isActive,
});

export const newPlanValues: PlanValues = {
  ...valuesOfPlan({ ...planDefaults, name: '', price: 0 }),
  price: '',
};

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');

export type PlanRule =
  | 'required'
  | 'tooLong'
  | 'name'
  | 'money'
  | 'limit'
  | 'days'
  | 'features'
  | 'order';

export function nameProblem(name: string): 'required' | 'tooLong' | 'name' | undefined {
  if (name.trim() === '') return 'required';
  if (unfitName(name) !== undefined) return 'name';
  return planMembers.name.safeParse(name).success ? undefined : 'tooLong';
}

const isMoney = (value: number | string): boolean => Money.safeParse(value).success;

export function planProblems(values: PlanValues): Partial<Record<keyof PlanValues, PlanRule>> {
  const {
    name,
    price,
    yearlyPrice,
    maxProjects,
    maxTables,
    maxStorage,
    features,
    setupFee,
    trialDays,
    availableFrom,
    availableUntil,
  } = values;
  const lines = linesOf(features);
  const wrongName = nameProblem(name);
  return {
    ...(wrongName && { name: wrongName }),
    ...(price === ''
      ? { price: 'required' as const }
      : !isMoney(price) && { price: 'money' as const }),
    ...(yearlyPrice !== '' && !isMoney(yearlyPrice) && { yearlyPrice: 'money' as const }),
    ...(maxProjects === ''
      ? { maxProjects: 'required' as const }
      : !PlanLimit.safeParse(maxProjects).success && { maxProjects: 'limit' as const }),
    ...(maxTables === ''
      ? { maxTables: 'required' as const }
      : !PlanLimit.safeParse(maxTables).success && { maxTables: 'limit' as const }),
    ...(maxStorage === ''
      ? { maxStorage: 'required' as const }
      : !StorageLimit.safeParse(bytesOfGib(maxStorage)).success && {
          maxStorage: 'limit' as const,
        }),
    ...(setupFee !== '' && !isMoney(setupFee) && { setupFee: 'money' as const }),
    ...(trialDays !== '' &&
      !planMembers.trialDays.safeParse(trialDays).success && { trialDays: 'days' as const }),
    ...((lines.length > MAX_FEATURES ||
      lines.some(({ length }) => length > MAX_FEATURE_LENGTH)) && {
      features: 'features' as const,
    }),
    ...(availableFrom !== '' &&
      availableUntil !== '' &&
      availableUntil < availableFrom && { availableUntil: 'order' as const }),
  };
}

/**
 * Converts valid form values to the request. @param plan the existing one, whose unchanged times
 * stay exact
 */
export const termsOfPlan = (values: PlanValues, plan?: Plan) => ({
  name: values.name.trim(),
  planType: PlanType.parse(values.planType),
  price: Number(values.price),
  yearlyPrice: values.yearlyPrice === '' ? null : Number(values.yearlyPrice),
  currency: Currency.parse(values.currency),
  duration: Cycle.parse(values.duration),
  maxProjects: Number(values.maxProjects),
  maxTables: Number(values.maxTables),
  maxStorage: bytesOfGib(values.maxStorage, plan?.maxStorage),
  features: linesOf(values.features),
  isActive: values.isActive,
  campaignId: values.campaignId === '' ? null : values.campaignId,
  setupFee: Number(values.setupFee),
  trialDays: Number(values.trialDays),
  availableFrom: beginOf(values.availableFrom, plan?.availableFrom ?? null),
  availableUntil: endOf(values.availableUntil, plan?.availableUntil ?? null),
});
