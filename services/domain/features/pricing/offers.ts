import type { DomainEvent, Event } from '@hzm/contracts/core/event';
import { sameJson } from '@hzm/contracts/core/json';
import { nameKey } from '@hzm/contracts/core/name';
import type { ProblemDetail } from '@hzm/contracts/core/problem';
import {
  campaignProblems,
  MAX_CAMPAIGNS,
  type CampaignTerms,
} from '@hzm/contracts/features/pricing/campaign';
import {
  campaignAdded,
  campaignChanged,
  campaignRemoved,
  planAdded,
  planChanged,
  planRemoved,
  type StoredCampaign,
  type StoredPlan,
} from '@hzm/contracts/features/pricing/events';
import { MAX_PLANS, planProblems, type PlanTerms } from '@hzm/contracts/features/pricing/plan';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';
import {
  campaignTermsOf,
  changed,
  planTermsOf,
  storedCampaign,
  storedPlan,
  type Change,
} from './terms.ts';

export const PRICING = 'pricing';
const installation = PRICING;

/**
 * The offered plans, and the campaigns that they carry. They share one stream, so that names are
 * unique and each plan's campaign exists.
 */
export interface Offers {
  readonly plans: ReadonlyMap<string, Kept<StoredPlan>>;
  readonly campaigns: ReadonlyMap<string, Kept<StoredCampaign>>;
}
export interface Kept<Terms> {
  readonly terms: Terms;
  readonly createdAt: string;
}
type All<Terms> = ReadonlyMap<string, Kept<Terms>>;

const withNew = <Terms>(
  all: All<Terms>,
  id: string,
  terms: Terms,
  { meta }: Partial<Event>,
): All<Terms> => new Map(all).set(id, { terms, createdAt: meta?.at ?? '' });
function withChanged<Terms>(all: All<Terms>, id: string, terms: Terms): All<Terms> {
  const now = all.get(id);
  return now ? new Map(all).set(id, { ...now, terms }) : all;
}
const without = <Terms>(all: All<Terms>, id: string): All<Terms> =>
  new Map([...all].filter(([one]) => one !== id));

export const offers = decider<Offers>({ plans: new Map(), campaigns: new Map() }, when => [
  when(planAdded, (s, { planId, plan }, event) => ({
    ...s,
    plans: withNew(s.plans, planId, plan, event),
  })),
  when(planChanged, (s, { planId, plan }) => ({ ...s, plans: withChanged(s.plans, planId, plan) })),
  when(planRemoved, (s, { planId }) => ({ ...s, plans: without(s.plans, planId) })),
  when(campaignAdded, (s, { campaignId, campaign }, event) => ({
    ...s,
    campaigns: withNew(s.campaigns, campaignId, campaign, event),
  })),
  when(campaignChanged, (s, { campaignId, campaign }) => ({
    ...s,
    campaigns: withChanged(s.campaigns, campaignId, campaign),
  })),
  when(campaignRemoved, (s, { campaignId, planIds }) => ({
    campaigns: without(s.campaigns, campaignId),
    plans: new Map(
      [...s.plans].map(([id, plan]) => [
        id,
        planIds.includes(id) ? { ...plan, terms: { ...plan.terms, campaignId: null } } : plan,
      ]),
    ),
  })),
]);

const isTaken = (all: All<{ readonly name: string }>, name: string, by: string): boolean =>
  [...all].some(([id, { terms }]) => id !== by && nameKey(terms.name) === nameKey(name));
const invalid = (details: readonly ProblemDetail[]): Decision =>
  reject('VALIDATION_ERROR', { details });
const textOf = ({ path, key }: { readonly path: string; readonly key: string }): ProblemDetail => ({
  path,
  message: { key },
});

/** Why a plan cannot be as it is asked for; undefined: it can. */
function planObstacle(s: Offers, planId: string, plan: StoredPlan): Decision | undefined {
  const details = [
    ...planProblems(plan).map(textOf),
    ...(plan.campaignId === null || s.campaigns.has(plan.campaignId)
      ? []
      : [textOf({ path: 'campaignId', key: 'campaign-unknown' })]),
  ];
  if (details.length > 0) return invalid(details);
  return isTaken(s.plans, plan.name, planId)
    ? reject('NAME_TAKEN', { text: 'plan-name-taken' })
    : undefined;
}

function campaignObstacle(
  s: Offers,
  campaignId: string,
  campaign: StoredCampaign,
): Decision | undefined {
  const details = campaignProblems(campaignTermsOf(campaign)).map(textOf);
  if (details.length > 0) return invalid(details);
  return isTaken(s.campaigns, campaign.name, campaignId)
    ? reject('NAME_TAKEN', { text: 'campaign-name-taken' })
    : undefined;
}

/** The fact, unless everything is as it says already. */
const unlessSame = (now: object, next: object, fact: DomainEvent): Decision =>
  sameJson(now, next) ? [] : [fact];

export const addPlan =
  (planId: string, terms: PlanTerms) =>
  (s: Offers): Decision => {
    const plan = storedPlan(terms);
    return s.plans.has(planId)
      ? []
      : (planObstacle(s, planId, plan) ??
          (s.plans.size >= MAX_PLANS
            ? reject('CONFLICT', { text: { key: 'plans-full', values: { limit: MAX_PLANS } } })
            : [planAdded({ installation, planId, plan })]));
  };

export const changePlan =
  (planId: string, change: Change<PlanTerms>) =>
  (s: Offers): Decision => {
    const now = s.plans.get(planId);
    if (!now) return reject('NOT_FOUND');
    const plan = storedPlan(changed(planTermsOf(now.terms), change));
    return (
      planObstacle(s, planId, plan) ??
      unlessSame(now.terms, plan, planChanged({ installation, planId, plan }))
    );
  };

export const removePlan =
  (planId: string) =>
  (s: Offers): Decision =>
    s.plans.has(planId) ? [planRemoved({ installation, planId })] : reject('NOT_FOUND');

export const addCampaign =
  (campaignId: string, terms: CampaignTerms) =>
  (s: Offers): Decision => {
    const campaign = storedCampaign(terms);
    return s.campaigns.has(campaignId)
      ? []
      : (campaignObstacle(s, campaignId, campaign) ??
          (s.campaigns.size >= MAX_CAMPAIGNS
            ? reject('CONFLICT', {
                text: { key: 'campaigns-full', values: { limit: MAX_CAMPAIGNS } },
              })
            : [campaignAdded({ installation, campaignId, campaign })]));
  };

export const changeCampaign =
  (campaignId: string, change: Change<CampaignTerms>) =>
  (s: Offers): Decision => {
    const now = s.campaigns.get(campaignId);
    if (!now) return reject('NOT_FOUND');
    const campaign = storedCampaign(changed(campaignTermsOf(now.terms), change));
    return (
      campaignObstacle(s, campaignId, campaign) ??
      unlessSame(now.terms, campaign, campaignChanged({ installation, campaignId, campaign }))
    );
  };

/** The plans that carry it carry none from then on. */
export const removeCampaign =
  (campaignId: string) =>
  (s: Offers): Decision =>
    s.campaigns.has(campaignId)
      ? [
          campaignRemoved({
            installation,
            campaignId,
            planIds: [...s.plans].flatMap(([id, { terms }]) =>
              terms.campaignId === campaignId ? [id] : [],
            ),
          }),
        ]
      : reject('NOT_FOUND');
