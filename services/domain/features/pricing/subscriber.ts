import type { DataOf } from '@hzm/contracts/core/event';
import { Problem } from '@hzm/contracts/core/problem';
import type { User } from '@hzm/contracts/features/accounts/account';
import { accountDeleted, accountRegistered } from '@hzm/contracts/features/accounts/events';
import { accountPlanChanged } from '@hzm/contracts/features/administration/events';
import type { Campaign } from '@hzm/contracts/features/pricing/campaign';
import { accountSubscribed, accountUnsubscribed } from '@hzm/contracts/features/pricing/events';
import { minor } from '@hzm/contracts/features/pricing/money';
import {
  monthsOf,
  subscriptionTypeOf,
  type Cycle,
  type Plan,
} from '@hzm/contracts/features/pricing/plan';
import {
  addMonths,
  endOf,
  quote,
  type Customer,
  type Quote,
} from '@hzm/contracts/features/pricing/price';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';

export type Limits = Pick<User, 'subscriptionType' | 'maxProjects' | 'maxTables' | 'maxStorage'>;
export type Current = Omit<DataOf<typeof accountSubscribed>, 'accountId' | 'isRenewal'>;

/**
 * A person's plan, and what prices depend on: the plans that they ever took, and how often they
 * used which campaign.
 */
export type Subscriber =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'active';
      readonly limits: Limits;
      readonly current: Current | undefined;
      readonly taken: ReadonlySet<string>;
      readonly uses: ReadonlyMap<string, number>;
    };
type Active = Extract<Subscriber, { kind: 'active' }>;

const limitsIn = ({ subscriptionType, maxProjects, maxTables, maxStorage }: Limits): Limits => ({
  subscriptionType,
  maxProjects,
  maxTables,
  maxStorage,
});
const ofActive =
  <Data>(change: (s: Active, data: Data) => Partial<Active>) =>
  (s: Subscriber, data: Data): Subscriber =>
    s.kind === 'active' ? { ...s, ...change(s, data) } : s;

export const subscriber = decider<Subscriber>({ kind: 'none' }, when => [
  when(accountRegistered, (_, data) => ({
    kind: 'active',
    limits: limitsIn(data),
    current: undefined,
    taken: new Set(),
    uses: new Map(),
  })),
  when(
    accountPlanChanged,
    ofActive((_, data) => ({ limits: limitsIn(data) })),
  ),
  when(
    accountSubscribed,
    ofActive((s, data) => {
      const { accountId: _, isRenewal: __, ...current } = data;
      const { planId, campaignId } = current;
      return {
        current,
        taken: new Set(s.taken).add(planId),
        uses:
          campaignId === null
            ? s.uses
            : new Map(s.uses).set(campaignId, (s.uses.get(campaignId) ?? 0) + 1),
      };
    }),
  ),
  when(
    accountUnsubscribed,
    ofActive(() => ({ current: undefined })),
  ),
  when(accountDeleted, () => ({ kind: 'none' })),
]);

/** A plan as it is now, with the campaign that it carries. */
export interface Offer {
  readonly plan: Plan;
  readonly campaign: Campaign | undefined;
}

const customer = ({ taken, uses }: Active, { plan, campaign }: Offer): Customer => ({
  isNew: taken.size === 0,
  hadPlan: taken.has(plan.id),
  campaignUses: campaign ? (uses.get(campaign.id) ?? 0) : 0,
});

const isRunning = ({ until }: Current, at: Date): boolean =>
  until === null || at.getTime() < Date.parse(until);
/** The plan that is prolonged when it is taken again. */
const prolonged = (
  { current }: Active,
  planId: string,
  cycle: Cycle,
  at: Date,
): Current | undefined =>
  current && current.planId === planId && current.cycle === cycle && isRunning(current, at)
    ? current
    : undefined;

/**
 * Returns the price of a plan taken now, and the end of its term. A prolonged term starts at the
 * end of the current one.
 * @throws Problem NOT_FOUND
 */
export function quoteFor(s: Subscriber, offer: Offer, cycle: Cycle, at: Date): Quote {
  if (s.kind === 'none') throw new Problem('NOT_FOUND');
  const quoted = quote({ ...offer, cycle, at, person: customer(s, offer) });
  const from = prolonged(s, offer.plan.id, cycle, at)?.until;
  return from === undefined || from === null
    ? quoted
    : { ...quoted, until: endOf(quoted, new Date(from)) };
}

export interface Wish {
  readonly accountId: string;
  /** The id of the new subscription. */
  readonly subscriptionId: string;
  readonly offer: Offer;
  readonly cycle: Cycle;
  readonly at: Date;
  /**
   * The quote that the person saw, which must still hold. Undefined if an administrator decides,
   * who may also set the end.
   */
  readonly shown?:
    | { readonly price: number; readonly setupFee: number; readonly currency?: string | undefined }
    | undefined;
  readonly until?: string | null | undefined;
}

const differs = (
  { price, setupFee, currency }: Quote,
  shown: NonNullable<Wish['shown']>,
): boolean =>
  minor(price) !== minor(shown.price) ||
  minor(setupFee) !== minor(shown.setupFee) ||
  (shown.currency !== undefined && currency !== shown.currency);
const isSame = (a: Limits, b: Limits): boolean =>
  a.subscriptionType === b.subscriptionType &&
  a.maxProjects === b.maxProjects &&
  a.maxTables === b.maxTables &&
  a.maxStorage === b.maxStorage;

/**
 * Puts a person on a plan with what it costs and promises now. The plan that they are on in that
 * cycle is prolonged, by one cycle ahead at most.
 */
export const subscribe =
  ({ accountId, subscriptionId, offer, cycle, at, shown, until }: Wish) =>
  (s: Subscriber): Decision => {
    if (s.kind === 'none') return reject('NOT_FOUND');
    const { plan } = offer;
    const running = prolonged(s, plan.id, cycle, at);
    const quoted = quoteFor(s, offer, cycle, at);
    if (shown && differs(quoted, shown))
      return reject('CONFLICT', { text: 'price-changed', data: { quote: quoted } });
    const hasOwnEnd = until !== undefined;
    if (hasOwnEnd && until !== null && Date.parse(until) <= at.getTime())
      return reject('VALIDATION_ERROR', {
        details: [{ path: 'until', message: { key: 'plan-end-past' } }],
      });
    if (running && !hasOwnEnd) {
      if (running.until === null) return [];
      if (Date.parse(running.until) > addMonths(at, monthsOf[cycle]).getTime())
        return reject('CONFLICT', { text: 'plan-prolonged' });
    }
    const limits = {
      subscriptionType: subscriptionTypeOf(plan),
      maxProjects: plan.maxProjects,
      maxTables: plan.maxTables,
      maxStorage: plan.maxStorage,
    };
    return [
      ...(isSame(s.limits, limits) ? [] : [accountPlanChanged({ accountId, ...limits })]),
      accountSubscribed({
        accountId,
        subscriptionId: running?.subscriptionId ?? subscriptionId,
        planId: plan.id,
        planName: plan.name,
        planType: plan.planType,
        cycle,
        currency: quoted.currency,
        price: minor(quoted.price),
        setupFee: minor(quoted.setupFee),
        ...limits,
        campaignId: quoted.campaignId,
        campaignName: quoted.campaignName,
        since: running?.since ?? at.toISOString(),
        until: hasOwnEnd ? until : quoted.until,
        isRenewal: running !== undefined,
      }),
    ];
  };

const ended = (
  accountId: string,
  { limits }: Active,
  { subscriptionId, planName }: Current,
  reason: 'asked' | 'expired',
  free: Limits,
): Decision => [
  ...(isSame(limits, free) ? [] : [accountPlanChanged({ accountId, ...free })]),
  accountUnsubscribed({ accountId, subscriptionId, planName, reason, ...free }),
];

/** Ends the plan that a person is on. @param free what follows */
export const unsubscribe =
  (accountId: string, free: Limits) =>
  (s: Subscriber): Decision =>
    s.kind === 'none' || !s.current
      ? reject('NOT_FOUND')
      : ended(accountId, s, s.current, 'asked', free);

/**
 * Ends a plan whose time is over; harmless when it has ended, was prolonged or is another one by
 * now.
 */
export const expire =
  (accountId: string, at: Date, free: Limits) =>
  (s: Subscriber): Decision =>
    s.kind === 'none' || !s.current || isRunning(s.current, at)
      ? []
      : ended(accountId, s, s.current, 'expired', free);

/** Gives a person the limits that their plan has now. */
export const applyLimits =
  (accountId: string, planId: string, limits: Limits) =>
  (s: Subscriber): Decision =>
    s.kind === 'active' && s.current?.planId === planId && !isSame(s.limits, limits)
      ? [accountPlanChanged({ accountId, ...limits })]
      : [];
