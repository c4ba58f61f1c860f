import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { SubscriptionType } from '../accounts/account.ts';
import { Currency } from './money.ts';
import { Cycle, PlanType } from './plan.ts';

/** How many changes of a person's own plan are told. */
export const MAX_PLAN_CHANGES = 100;
/** How many projects are named that have too much for a plan. */
export const MAX_EXCEEDING = 50;
/** How many people's limits are set by one call. */
export const MAX_APPLIED = 100;

/**
 * The plan that a person took, as it was then: `price` and `setupFee` are what they paid, the
 * limits what they were promised. `until`: when it ends, null: never.
 * `isEnded`: that moment has passed.
 */
export const Subscription = z
  .object({
    planId: Id,
    planName: z.string(),
    planType: PlanType,
    cycle: Cycle,
    currency: Currency,
    price: z.number(),
    setupFee: z.number(),
    campaignId: Id.nullable(),
    campaignName: z.string().nullable(),
    subscriptionType: SubscriptionType,
    maxProjects: z.int(),
    maxTables: z.int(),
    maxStorage: z.int(),
    since: Instant,
    until: Instant.nullable(),
    isEnded: z.boolean(),
  })
  .meta({ id: 'Subscription' });
export type Subscription = z.output<typeof Subscription>;

/** Somebody who is on a plan. */
export const Subscriber = Subscription.extend({
  accountId: Id,
  name: z.string(),
  email: z.string(),
}).meta({ id: 'Subscriber' });
export type Subscriber = z.output<typeof Subscriber>;

/**
 * Why a subscription ended: it was ended, its time was over, or an administrator gave the person
 * another type of subscription.
 */
export const EndReason = z.enum(['asked', 'expired', 'replaced']);

/**
 * One change of a person's plan: `subscribed` and `renewed` name the plan and its terms, `ended`
 * the plan and the reason; `limits`: an administrator set type or limits alone.
 * The limits are those from then on. `actor`: null for the system (an end by time), a master key,
 * and people who are gone.
 */
export const PlanChange = z
  .object({
    id: z.string(),
    at: Instant,
    kind: z.enum(['subscribed', 'renewed', 'ended', 'limits']),
    actor: z.object({ id: Id, name: z.string() }).nullable(),
    planName: z.string().nullable(),
    cycle: Cycle.nullable(),
    currency: Currency.nullable(),
    price: z.number().nullable(),
    campaignName: z.string().nullable(),
    until: Instant.nullable(),
    reason: EndReason.nullable(),
    subscriptionType: SubscriptionType,
    maxProjects: z.int(),
    maxTables: z.int(),
    maxStorage: z.int(),
  })
  .meta({ id: 'PlanChange' });
export type PlanChange = z.output<typeof PlanChange>;

/**
 * What a person has that a plan would not hold: it stays, and nothing can be added. `projects`:
 * null where all fit. `tables`: projects with too many, `moreTables` are not named.
 */
export const Exceeding = z
  .object({
    projects: z.object({ count: z.int(), limit: z.int() }).nullable(),
    tables: z.array(z.object({ projectId: Id, name: z.string(), count: z.int(), limit: z.int() })),
    moreTables: z.int(),
  })
  .meta({ id: 'Exceeding' });
export type Exceeding = z.output<typeof Exceeding>;
