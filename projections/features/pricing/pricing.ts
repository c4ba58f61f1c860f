import { collection } from '@hzm/contracts/core/collection';
import type { DataOf, Event } from '@hzm/contracts/core/event';
import type { Position } from '@hzm/contracts/core/position';
import { accountDeleted } from '@hzm/contracts/features/accounts/events';
import { accountPlanChanged } from '@hzm/contracts/features/administration/events';
import {
  accountSubscribed,
  accountUnsubscribed,
  campaignAdded,
  campaignChanged,
  campaignRemoved,
  planAdded,
  planChanged,
  planRemoved,
  type StoredCampaign,
  type StoredPlan,
} from '@hzm/contracts/features/pricing/events';
import type { PlanChange } from '@hzm/contracts/features/pricing/subscription';
import { drop, dropWhere, patch, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

/** Amounts are in the smallest unit. `position` is that of the last visible change. */
export type PlanDoc = StoredPlan & {
  readonly id: string;
  readonly createdAt: string;
  readonly position: Position;
};
export type CampaignDoc = StoredCampaign & {
  readonly id: string;
  readonly createdAt: string;
  readonly position: Position;
};

type Subscribed = DataOf<typeof accountSubscribed>;
/**
 * One per person who ever took a plan; `id` is the account's. `endsAt` equals `until` until the
 * subscription has ended. `position` is that of its last change.
 */
export type SubscriptionDoc = Readonly<Omit<Subscribed, 'accountId' | 'isRenewal'>> & {
  readonly id: string;
  readonly endsAt: string | null;
  readonly isEnded: boolean;
  readonly position: Position;
};
/** `actor` is an account id or the system. Amounts are in the smallest unit. */
export type PlanChangeDoc = Omit<PlanChange, 'actor'> & {
  readonly accountId: string;
  readonly actor: string;
};

export const planDocs = collection<PlanDoc>({ name: 'plans' });
export const campaignDocs = collection<CampaignDoc>({ name: 'campaigns' });
export const subscriptionDocs = collection<SubscriptionDoc>({
  name: 'subscriptions',
  indexes: [['planId'], ['endsAt']],
});
export const planChangeDocs = collection<PlanChangeDoc>({
  name: 'plan-changes',
  indexes: [['accountId']],
});

type Told = Omit<PlanChangeDoc, 'id' | 'at' | 'actor' | 'accountId'>;
const nothingTold = {
  planName: null,
  cycle: null,
  currency: null,
  price: null,
  campaignName: null,
  until: null,
  reason: null,
} as const;
/** Merges the events of one request into one entry, by the last event. */
const told = (
  { data: { accountId }, meta: { at, actor, request } }: Event<{ accountId: string }>,
  entry: Told,
) =>
  put(planChangeDocs, { id: `${accountId} ${actor} ${request}`, accountId, at, actor, ...entry });

/** Plans, campaigns, subscriptions, and the changes of each person's plan. */
export const pricing = projection({
  name: 'pricing',
  version: 2,
  collections: [planDocs, campaignDocs, subscriptionDocs, planChangeDocs],
  on: [
    on(planAdded, ({ data: { planId, plan }, meta: { at }, position }) => [
      put(planDocs, { ...plan, id: planId, createdAt: at, position }),
    ]),
    on(planChanged, ({ data: { planId, plan }, position }) => [
      patch(planDocs, { id: planId, set: { ...plan, position } }),
    ]),
    on(planRemoved, ({ data: { planId } }) => [drop(planDocs, planId)]),
    on(campaignAdded, ({ data: { campaignId, campaign }, meta: { at }, position }) => [
      put(campaignDocs, { ...campaign, id: campaignId, createdAt: at, position }),
    ]),
    on(campaignChanged, ({ data: { campaignId, campaign }, position }) => [
      patch(campaignDocs, { id: campaignId, set: { ...campaign, position } }),
    ]),
    on(campaignRemoved, ({ data: { campaignId, planIds }, position }) => [
      drop(campaignDocs, campaignId),
      ...planIds.map(id => patch(planDocs, { id, set: { campaignId: null, position } })),
    ]),

    on(accountPlanChanged, e => {
      const { subscriptionType, maxProjects, maxTables, maxStorage } = e.data;
      return [
        told(e, {
          ...nothingTold,
          kind: 'limits',
          subscriptionType,
          maxProjects,
          maxTables,
          maxStorage,
        }),
      ];
    }),
    on(accountSubscribed, e => {
      const {
        data: { accountId, isRenewal, ...terms },
        position,
      } = e;
      const {
        planName,
        cycle,
        currency,
        price,
        campaignName,
        until,
        subscriptionType,
        maxProjects,
        maxTables,
        maxStorage,
      } = terms;
      return [
        put(subscriptionDocs, { ...terms, id: accountId, endsAt: until, isEnded: false, position }),
        told(e, {
          kind: isRenewal ? 'renewed' : 'subscribed',
          planName,
          cycle,
          currency,
          price,
          campaignName,
          until,
          reason: null,
          subscriptionType,
          maxProjects,
          maxTables,
          maxStorage,
        }),
      ];
    }),
    on(accountUnsubscribed, e => {
      const {
        data: { accountId, planName, reason, subscriptionType, maxProjects, maxTables, maxStorage },
        position,
      } = e;
      return [
        patch(subscriptionDocs, { id: accountId, set: { endsAt: null, isEnded: true, position } }),
        told(e, {
          ...nothingTold,
          kind: 'ended',
          planName,
          reason,
          subscriptionType,
          maxProjects,
          maxTables,
          maxStorage,
        }),
      ];
    }),
    on(accountDeleted, ({ data: { accountId } }) => [
      drop(subscriptionDocs, accountId),
      dropWhere(planChangeDocs, { accountId }),
    ]),
  ],
});
