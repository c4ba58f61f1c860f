import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { UNLIMITED } from '@hzm/contracts/features/accounts/account';
import { isRunning, MAX_CAMPAIGNS, type Campaign } from '@hzm/contracts/features/pricing/campaign';
import type { StoredCampaign, StoredPlan } from '@hzm/contracts/features/pricing/events';
import { amountOf } from '@hzm/contracts/features/pricing/money';
import { isOnOffer, MAX_PLANS, type Plan } from '@hzm/contracts/features/pricing/plan';
import type {
  Exceeding,
  PlanChange,
  Subscriber,
  Subscription,
} from '@hzm/contracts/features/pricing/subscription';
import { MAX_EXCEEDING } from '@hzm/contracts/features/pricing/subscription';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import {
  campaignDocs,
  planDocs,
  type PlanChangeDoc,
  type SubscriptionDoc,
} from '@hzm/projections/features/pricing/pricing';
import type { ProjectDoc } from '@hzm/projections/features/projects/projects';
import type { Engine } from '@hzm/services/core/engine';
import { readOnce } from '@hzm/services/core/read-model/read-once';
import type { Kept, Offers } from './offers.ts';
import type { Current, Offer } from './subscriber.ts';
import { campaignTermsOf, planTermsOf } from './terms.ts';

type Model = Pick<Engine, 'model'>;

/** A plan on the wire. */
export const planOf = (id: string, { terms, createdAt }: Kept<StoredPlan>, at: Date): Plan => {
  const { features, ...shown } = planTermsOf(terms);
  return { id, ...shown, features: [...features], createdAt, isOffered: isOnOffer(terms, at) };
};

/** A campaign on the wire. @param plans those that may carry it */
export function campaignOf(
  id: string,
  { terms, createdAt }: Kept<StoredCampaign>,
  plans: Offers['plans'],
  at: Date,
): Campaign {
  const { applicablePlans, ...shown } = campaignTermsOf(terms);
  const isCarried = [...plans.values()].some(
    ({ terms: plan }) => plan.campaignId === id && isOnOffer(plan, at),
  );
  return {
    id,
    ...shown,
    applicablePlans: [...applicablePlans],
    createdAt,
    isOffered: isCarried && isRunning(terms, at),
  };
}

function keptIn<
  D extends { readonly id: string; readonly createdAt: string; readonly position: Position },
>(doc: D): readonly [string, Kept<Omit<D, 'id' | 'createdAt' | 'position'>>] {
  const { id, createdAt, position: _, ...terms } = doc;
  return [id, { terms, createdAt }];
}

/** All plans and campaigns as the view has them, the oldest first. */
export async function readOffers({ model }: Model): Promise<Offers> {
  const [plans, campaigns] = await Promise.all([
    model.find({ collection: planDocs, limit: MAX_PLANS }),
    model.find({ collection: campaignDocs, limit: MAX_CAMPAIGNS }),
  ]);
  return {
    plans: new Map(plans.docs.map(keptIn)),
    campaigns: new Map(campaigns.docs.map(keptIn)),
  };
}

export const plansOf = ({ plans }: Offers, at: Date): Plan[] =>
  [...plans].map(([id, kept]) => planOf(id, kept, at));
export const campaignsOf = ({ plans, campaigns }: Offers, at: Date): Campaign[] =>
  [...campaigns].map(([id, kept]) => campaignOf(id, kept, plans, at));

/**
 * A plan with the campaign that it carries. @throws Problem NOT_FOUND, also where somebody who does
 * not administer asks for what is not on offer
 */
export function offerOf(
  all: Offers,
  planId: string,
  at: Date,
  { isAdmin }: { readonly isAdmin: boolean },
): Offer {
  const kept = all.plans.get(planId);
  if (!kept || !(isAdmin || isOnOffer(kept.terms, at))) throw new Problem('NOT_FOUND');
  const { campaignId } = kept.terms;
  const campaign = campaignId === null ? undefined : all.campaigns.get(campaignId);
  return {
    plan: planOf(planId, kept, at),
    campaign:
      campaign && campaignId !== null ? campaignOf(campaignId, campaign, all.plans, at) : undefined,
  };
}

/** A person's plan on the wire. */
export const subscriptionOf = (
  {
    planId,
    planName,
    planType,
    cycle,
    currency,
    price,
    setupFee,
    campaignId,
    campaignName,
    subscriptionType,
    maxProjects,
    maxTables,
    maxStorage,
    since,
    until,
  }: Current,
  at: Date,
  isEnded = false,
): Subscription => ({
  planId,
  planName,
  planType,
  cycle,
  currency,
  price: amountOf(price),
  setupFee: amountOf(setupFee),
  campaignId,
  campaignName,
  subscriptionType,
  maxProjects,
  maxTables,
  maxStorage,
  since,
  until,
  isEnded: isEnded || (until !== null && Date.parse(until) <= at.getTime()),
});

/** A person on a plan, on the wire; undefined for somebody who is gone. */
export async function subscriberOf(
  { model }: Model,
  doc: SubscriptionDoc,
  at: Date,
): Promise<Subscriber | undefined> {
  const account = await model.get(accountDocs, doc.id);
  return (
    account && {
      ...subscriptionOf(doc, at, doc.isEnded),
      accountId: doc.id,
      name: account.name,
      email: account.email,
    }
  );
}

/** Changes of a person's plan on the wire. */
export async function planChangesOf(
  { model }: Model,
  docs: readonly PlanChangeDoc[],
): Promise<PlanChange[]> {
  const person = readOnce({ model }, accountDocs);
  return Promise.all(
    docs.map(async doc => {
      const { accountId: _, actor, price, ...change } = doc;
      const name = (await person(actor))?.name;
      return {
        ...change,
        actor: name === undefined ? null : { id: actor, name },
        price: price === null ? null : amountOf(price),
      };
    }),
  );
}

/**
 * Returns the limits of a plan that a person's projects exceed. Test environments count with their
 * live project, but have tables.
 */
export function exceeding(
  projects: readonly ProjectDoc[],
  { maxProjects, maxTables }: Pick<Plan, 'maxProjects' | 'maxTables'>,
): Exceeding {
  const count = projects.filter(({ parentProjectId }) => parentProjectId === null).length;
  const tables =
    maxTables === UNLIMITED ? [] : projects.filter(({ tableCount }) => tableCount > maxTables);
  return {
    projects:
      maxProjects === UNLIMITED || count <= maxProjects ? null : { count, limit: maxProjects },
    tables: tables.slice(0, MAX_EXCEEDING).map(({ id, name, tableCount }) => ({
      projectId: id,
      name,
      count: tableCount,
      limit: maxTables,
    })),
    moreTables: Math.max(0, tables.length - MAX_EXCEEDING),
  };
}
