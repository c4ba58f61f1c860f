import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { name as nameOf, optionalName } from '../../core/name.ts';
import { list } from '../../core/shapes.ts';
import { fold } from '../../core/turkish.ts';
import { SubscriptionType } from '../accounts/account.ts';
import { PlanLimit, StorageLimit, USUAL_STORAGE } from '../administration/administration.ts';
import { Currency, Money } from './money.ts';

/** Maximum plans of an installation, and maximum campaigns. */
export const MAX_PLANS = 100;
/** Maximum lines in a plan's list of features. */
export const MAX_FEATURES = 50;
export const MAX_FEATURE_LENGTH = 200;
export const MAX_TRIAL_DAYS = 365;
export const MAX_PLAN_NAME = 100;

export const PlanType = z.enum(['general', 'custom']);
/** The billing cycle. */
export const Cycle = z.enum(['monthly', 'yearly']);
export type Cycle = z.output<typeof Cycle>;
export const monthsOf: Readonly<Record<Cycle, number>> = { monthly: 1, yearly: 12 };

/** A name of a plan or campaign, unique regardless of case. */
export const PlanName = nameOf({ max: MAX_PLAN_NAME, empty: 'plan-name-empty' });
/** Lines of text; empty ones are dropped. */
const Features = list(optionalName({ max: MAX_FEATURE_LENGTH }), {
  min: 0,
  max: MAX_FEATURES,
}).transform(lines => lines.filter(line => line !== ''));

/**
 * The terms of a plan. `price` is per month; it is on offer from `availableFrom` until before
 * `availableUntil`, null meaning no bound.
 */
export const planMembers = {
  name: PlanName,
  planType: PlanType,
  price: Money,
  yearlyPrice: Money.nullable(),
  currency: Currency,
  duration: Cycle,
  maxProjects: PlanLimit,
  maxTables: PlanLimit,
  maxStorage: StorageLimit,
  features: Features,
  isActive: z.boolean(),
  campaignId: Id.nullable(),
  setupFee: Money,
  trialDays: z.int().min(0).max(MAX_TRIAL_DAYS),
  availableFrom: Instant.nullable(),
  availableUntil: Instant.nullable(),
} as const;

/** Defaults of a new plan. `duration` is the preselected cycle; both can be taken. */
export const planDefaults = {
  planType: 'general',
  yearlyPrice: null,
  currency: 'TL',
  duration: 'monthly',
  maxProjects: 1,
  maxTables: 5,
  maxStorage: USUAL_STORAGE,
  features: [],
  isActive: true,
  campaignId: null,
  setupFee: 0,
  trialDays: 0,
  availableFrom: null,
  availableUntil: null,
} as const;

const PlanTerms = z.object(planMembers);
/** A plan's terms with amounts as on the wire. */
export type PlanTerms = Omit<z.output<typeof PlanTerms>, 'features'> & {
  readonly features: readonly string[];
};

/** `isOffered` means that anybody may take the plan now: general, active, and within its dates. */
export const Plan = PlanTerms.extend({
  id: Id,
  features: z.array(z.string()),
  createdAt: Instant,
  isOffered: z.boolean(),
}).meta({ id: 'Plan' });
export type Plan = z.output<typeof Plan>;

/** Whether anybody may take a plan at a moment. */
export const isOnOffer = (
  {
    planType,
    isActive,
    availableFrom,
    availableUntil,
  }: Pick<PlanTerms, 'planType' | 'isActive' | 'availableFrom' | 'availableUntil'>,
  at: Date,
): boolean =>
  planType === 'general' &&
  isActive &&
  (availableFrom === null || Date.parse(availableFrom) <= at.getTime()) &&
  (availableUntil === null || at.getTime() < Date.parse(availableUntil));

type Subscription = z.output<typeof SubscriptionType>;
/** The names of the types in both languages. */
const labels: Readonly<Record<Subscription, readonly string[]>> = {
  free: ['free', 'ücretsiz'],
  basic: ['basic', 'temel'],
  premium: ['premium'],
  enterprise: ['enterprise', 'kurumsal'],
};
const typeNamed = (name: string): Subscription | undefined =>
  SubscriptionType.options.find(type =>
    labels[type].some(label => fold(label) === fold(name.trim())),
  );

/**
 * Returns the subscription type of a plan's subscribers: the one whose name or label is the plan's
 * name or a word in it; else `basic`, or `free` for a price of zero.
 */
export const subscriptionTypeOf = ({
  name,
  price,
}: Pick<PlanTerms, 'name' | 'price'>): Subscription =>
  typeNamed(name) ??
  name
    .split(/\s+/)
    .map(typeNamed)
    .find(type => type !== undefined) ??
  (price > 0 ? 'basic' : 'free');

/**
 * Returns the plan that sets the limits of a subscription type: active, with the type's name or
 * label; general before custom, older before newer.
 */
export function planOfType<P extends Pick<Plan, 'id' | 'name' | 'planType' | 'isActive'>>(
  type: Subscription,
  plans: readonly P[],
): P | undefined {
  const matching = plans
    .filter(({ name, isActive }) => isActive && typeNamed(name) === type)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return matching.find(({ planType }) => planType === 'general') ?? matching[0];
}

/** Whether a key of `applicablePlans` matches a plan by id, name or subscription type. */
export const isPlanKey = (key: string, plan: Pick<Plan, 'id' | 'name' | 'price'>): boolean =>
  key === plan.id ||
  fold(key.trim()) === fold(plan.name) ||
  typeNamed(key) === subscriptionTypeOf(plan);

/** Returns the inconsistent members of a plan; the texts are in `problems.{tr,en}.json`. */
export const planProblems = ({
  availableFrom,
  availableUntil,
}: Pick<PlanTerms, 'availableFrom' | 'availableUntil'>): {
  path: 'availableUntil';
  key: 'dates-order';
}[] =>
  availableFrom !== null &&
  availableUntil !== null &&
  Date.parse(availableUntil) <= Date.parse(availableFrom)
    ? [{ path: 'availableUntil', key: 'dates-order' }]
    : [];
