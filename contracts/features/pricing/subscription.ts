import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { SubscriptionType } from '../accounts/account.ts';
import { Currency } from './money.ts';
import { Cycle, PlanType } from './plan.ts';

/** Maximum changes listed for a person. */
export const MAX_PLAN_CHANGES = 100;
/** Maximum projects listed as exceeding a plan. */
export const MAX_EXCEEDING = 50;
/** Maximum people whose limits one call sets. */
export const MAX_APPLIED = 100;

/**
 * A person's plan as it was taken: `price` and `setupFee` are the paid ones, the limits the
 * promised ones. `until` is null if it never ends; `isEnded` means that it has passed.
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

/** A person on a plan. */
export const Subscriber = Subscription.extend({
  accountId: Id,
  name: z.string(),
  email: z.string(),
}).meta({ id: 'Subscriber' });
export type Subscriber = z.output<typeof Subscriber>;

/** Why a subscription ended: on request, by time, or because an administrator set another type. */
export const EndReason = z.enum(['asked', 'expired', 'replaced']);

/**
 * A change of a person's plan, with the limits after it. `limits` means that an administrator set
 * type or limits alone. `actor` is null for the system (an end by time), a master key, and accounts
 * that are gone.
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
 * A person's data beyond a plan's limits: they stay, but nothing can be added. `projects` is null
 * if all fit; `tables` lists projects with too many tables, `moreTables` counts the unlisted ones.
 */
export const Exceeding = z
  .object({
    projects: z.object({ count: z.int(), limit: z.int() }).nullable(),
    tables: z.array(z.object({ projectId: Id, name: z.string(), count: z.int(), limit: z.int() })),
    moreTables: z.int(),
  })
  .meta({ id: 'Exceeding' });
export type Exceeding = z.output<typeof Exceeding>;
