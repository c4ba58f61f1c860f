import * as z from 'zod';
import { command, count, Instant, nothing, Pagination, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { storable } from '../../core/name.ts';
import { Campaign, campaignMembers } from './campaign.ts';
import { Currency, Money } from './money.ts';
import { Cycle, Plan, planMembers } from './plan.ts';
import { Quote } from './price.ts';
import { Exceeding, PlanChange, Subscriber, Subscription } from './subscription.ts';

const OfPlan = z.strictObject({ planId: Id });
const OfCampaign = z.strictObject({ campaignId: Id });
const OfAccount = z.strictObject({ accountId: Id });
const OnePlan = z.object({ plan: Plan });
const OneCampaign = z.object({ campaign: Campaign });
const OneSubscription = z.object({ subscription: Subscription.nullable() });

const { name: _planName, price: _price, ...otherOfPlan } = planMembers;
const ChangePlan = z.strictObject(planMembers).partial();
const ChangeCampaign = z.strictObject(campaignMembers).partial();

export const listPlans = query({
  name: 'list-plans',
  call: 'GET /pricing/plans',
  access: 'projects',
  answer: z.object({ plans: z.array(Plan) }),
  summary: 'The plans that are on offer now; for administrators all of them.',
});

export const getPlan = query({
  name: 'get-plan',
  call: 'GET /pricing/plans/:planId',
  access: 'projects',
  params: OfPlan,
  answer: OnePlan,
  summary: 'One plan; what is not on offer is there for administrators only.',
});

export const createPlan = command({
  name: 'create-plan',
  call: 'POST /pricing/plans',
  access: 'admin',
  status: 201,
  body: z.strictObject({
    name: planMembers.name,
    price: planMembers.price,
    ...z.strictObject(otherOfPlan).partial().shape,
  }),
  answer: OnePlan,
  summary:
    'Offer a plan. Amounts have two decimals at most; what is not said: general, active, in TL, 1 project, 5 tables, no fee, always on offer. Without `yearlyPrice` a year costs ten months.',
});

export const changePlan = command({
  name: 'change-plan',
  call: 'PUT /pricing/plans/:planId',
  access: 'admin',
  params: OfPlan,
  body: ChangePlan,
  answer: OnePlan,
  summary:
    'Change what is named of a plan. Whoever is on it keeps the price and the limits that they took.',
});

export const deletePlan = command({
  name: 'delete-plan',
  call: 'DELETE /pricing/plans/:planId',
  access: 'admin',
  params: OfPlan,
  answer: nothing,
  summary: 'Offer a plan no more. Whoever is on it keeps it until it ends.',
});

export const applyPlan = command({
  name: 'apply-plan',
  call: 'POST /pricing/plans/:planId/apply',
  access: 'admin',
  params: OfPlan,
  body: z.strictObject({ after: storable(z.string().max(1000)).optional() }).optional(),
  answer: z.object({ people: z.int(), next: z.string().nullable() }),
  summary:
    'Give the limits that a plan has now to those who are on it: a hundred people at once, `people` says how many; `next` goes on (as `after`) behind them until it is null.',
});

export const listCampaigns = query({
  name: 'list-campaigns',
  call: 'GET /pricing/campaigns',
  access: 'projects',
  answer: z.object({ campaigns: z.array(Campaign) }),
  summary:
    'The campaigns that run now and that plans on offer carry; for administrators all of them.',
});

export const getCampaign = query({
  name: 'get-campaign',
  call: 'GET /pricing/campaigns/:campaignId',
  access: 'projects',
  params: OfCampaign,
  answer: OneCampaign,
  summary: 'One campaign; what is not on offer is there for administrators only.',
});

export const createCampaign = command({
  name: 'create-campaign',
  call: 'POST /pricing/campaigns',
  access: 'admin',
  status: 201,
  body: ChangeCampaign.required({
    name: true,
    description: true,
    discountType: true,
    discountValue: true,
    startDate: true,
    endDate: true,
  }),
  answer: OneCampaign,
  summary:
    "Make a campaign, which plans carry by `campaignId`. A discount that is named for a cycle counts there in place of the campaign's own; a free trial names its months.",
});

export const changeCampaign = command({
  name: 'change-campaign',
  call: 'PUT /pricing/campaigns/:campaignId',
  access: 'admin',
  params: OfCampaign,
  body: ChangeCampaign,
  answer: OneCampaign,
  summary: 'Change what is named of a campaign. Whoever used it keeps their price.',
});

export const deleteCampaign = command({
  name: 'delete-campaign',
  call: 'DELETE /pricing/campaigns/:campaignId',
  access: 'admin',
  params: OfCampaign,
  answer: nothing,
  summary: 'Remove a campaign, also from the plans that carry it.',
});

export const getQuotes = query({
  name: 'get-quotes',
  call: 'GET /pricing/quotes',
  access: 'session',
  query: z.strictObject({ planId: Id, cycle: Cycle.default('monthly'), accountId: Id.optional() }),
  answer: z.object({
    quote: Quote,
    quotes: z.object({ monthly: Quote, yearly: Quote }),
    exceeding: Exceeding,
  }),
  summary:
    "What a plan costs me in either cycle, rule by rule, and what of mine it would not hold; for administrators also another's. `quote`: that of `cycle`.",
});

export const getSubscription = query({
  name: 'get-subscription',
  call: 'GET /pricing/subscription',
  access: 'session',
  answer: OneSubscription.extend({ changes: z.array(PlanChange) }),
  summary:
    'The plan that I am on (null: none was taken, or it was ended), and the last hundred changes of it, the newest first.',
});

export const subscribe = command({
  name: 'subscribe',
  call: 'PUT /pricing/subscription',
  access: 'session',
  body: z.strictObject({
    planId: Id,
    cycle: Cycle,
    price: Money,
    setupFee: Money.default(0),
    currency: Currency.optional(),
  }),
  answer: z.object({ subscription: Subscription }),
  summary:
    'Take a plan on offer at the price and setup fee that were shown (`price` and `setupFee` of the quote); where they are different now: 409 with `data.quote`. The plan that one is on is prolonged by its cycle, at most once ahead. A demonstration: nothing is paid, and no card data are taken.',
});

export const unsubscribe = command({
  name: 'unsubscribe',
  call: 'DELETE /pricing/subscription',
  access: 'session',
  answer: nothing,
  summary:
    'End my plan now; what is free of charge follows. Everything stays, and nothing can be added beyond its limits.',
});

export const listSubscribers = query({
  name: 'list-subscribers',
  call: 'GET /pricing/subscribers',
  access: 'admin',
  query: z.strictObject({
    planId: Id.optional(),
    page: count(1, 1_000_000).default(1),
    limit: count(1, 100).default(20),
  }),
  answer: z.object({ subscribers: z.array(Subscriber), pagination: Pagination }),
  summary: 'Who is on which plan and until when, those who took one last first.',
});

export const assignPlan = command({
  name: 'assign-plan',
  call: 'PUT /pricing/subscribers/:accountId',
  access: 'admin',
  params: OfAccount,
  body: z.strictObject({ planId: Id, cycle: Cycle, until: Instant.nullable().optional() }),
  answer: z.object({ subscription: Subscription }),
  summary:
    "Put a person on a plan, also on a custom one or one that is not on offer, at the price that it has for them. `until`: another end than the cycle's, null: none.",
});

export const unassignPlan = command({
  name: 'unassign-plan',
  call: 'DELETE /pricing/subscribers/:accountId',
  access: 'admin',
  params: OfAccount,
  answer: nothing,
  summary: "End a person's plan now.",
});
