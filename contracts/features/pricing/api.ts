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
  summary: 'List plans',
  description: 'Answers the plans on offer; all plans for administrators.',
});

export const getPlan = query({
  name: 'get-plan',
  call: 'GET /pricing/plans/:planId',
  access: 'projects',
  params: OfPlan,
  answer: OnePlan,
  summary: 'Retrieve a plan',
  description: 'Only administrators see plans that are not on offer.',
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
  summary: 'Create a plan',
  description:
    'Amounts have at most two decimals. Defaults: general, active, in TL, 1 project, 5 tables, no fee, always on offer. Without `yearlyPrice`, a year costs ten months.',
});

export const changePlan = command({
  name: 'change-plan',
  call: 'PUT /pricing/plans/:planId',
  access: 'admin',
  params: OfPlan,
  body: ChangePlan,
  answer: OnePlan,
  summary: 'Update a plan',
  description: 'Changes only the given members. Subscribers keep their price and limits.',
});

export const deletePlan = command({
  name: 'delete-plan',
  call: 'DELETE /pricing/plans/:planId',
  access: 'admin',
  params: OfPlan,
  answer: nothing,
  summary: 'Delete a plan',
  description: 'Subscribers keep it until it ends.',
});

export const applyPlan = command({
  name: 'apply-plan',
  call: 'POST /pricing/plans/:planId/apply',
  access: 'admin',
  params: OfPlan,
  body: z.strictObject({ after: storable(z.string().max(1000)).optional() }).optional(),
  answer: z.object({ people: z.int(), next: z.string().nullable() }),
  summary: "Apply a plan's limits to its subscribers",
  description:
    'Handles up to a hundred people per call, counted in `people`; `next` continues as `after` and is null at the end.',
});

export const listCampaigns = query({
  name: 'list-campaigns',
  call: 'GET /pricing/campaigns',
  access: 'projects',
  answer: z.object({ campaigns: z.array(Campaign) }),
  summary: 'List campaigns',
  description: 'Answers running campaigns of plans on offer; all campaigns for administrators.',
});

export const getCampaign = query({
  name: 'get-campaign',
  call: 'GET /pricing/campaigns/:campaignId',
  access: 'projects',
  params: OfCampaign,
  answer: OneCampaign,
  summary: 'Retrieve a campaign',
  description: 'Only administrators see campaigns that are not on offer.',
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
  summary: 'Create a campaign',
  description:
    "Plans refer to it by `campaignId`. A discount of a cycle replaces the campaign's own; a free trial names its months.",
});

export const changeCampaign = command({
  name: 'change-campaign',
  call: 'PUT /pricing/campaigns/:campaignId',
  access: 'admin',
  params: OfCampaign,
  body: ChangeCampaign,
  answer: OneCampaign,
  summary: 'Update a campaign',
  description: 'Changes only the given members. Subscribers keep their price.',
});

export const deleteCampaign = command({
  name: 'delete-campaign',
  call: 'DELETE /pricing/campaigns/:campaignId',
  access: 'admin',
  params: OfCampaign,
  answer: nothing,
  summary: 'Delete a campaign',
  description: 'Plans lose it, too.',
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
  summary: 'Quote a plan',
  description:
    "Answers the price in both cycles, rule by rule, and what exceeds the plan's limits; administrators can quote for another person. `quote` is that of `cycle`.",
});

export const getSubscription = query({
  name: 'get-subscription',
  call: 'GET /pricing/subscription',
  access: 'session',
  answer: OneSubscription.extend({ changes: z.array(PlanChange) }),
  summary: 'Retrieve the own subscription',
  description: 'Answers null without one, and the last hundred changes, newest first.',
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
  summary: 'Subscribe to a plan',
  description:
    'Takes the shown `price` and `setupFee`; if they have changed, answers 409 with `data.quote`. The current plan is extended by its cycle, at most once in advance. A demonstration: no payment happens and no card data are accepted.',
});

export const unsubscribe = command({
  name: 'unsubscribe',
  call: 'DELETE /pricing/subscription',
  access: 'session',
  answer: nothing,
  summary: 'End the own subscription',
  description:
    'Takes effect now; the free plan follows. All data stay, but nothing can be added beyond the limits.',
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
  summary: 'List subscribers',
  description: 'Latest subscription first.',
});

export const assignPlan = command({
  name: 'assign-plan',
  call: 'PUT /pricing/subscribers/:accountId',
  access: 'admin',
  params: OfAccount,
  body: z.strictObject({ planId: Id, cycle: Cycle, until: Instant.nullable().optional() }),
  answer: z.object({ subscription: Subscription }),
  summary: 'Assign a plan to a person',
  description:
    'Allows custom plans and plans not on offer, at their price for the person. `until` replaces the end of the cycle; null means no end.',
});

export const unassignPlan = command({
  name: 'unassign-plan',
  call: 'DELETE /pricing/subscribers/:accountId',
  access: 'admin',
  params: OfAccount,
  answer: nothing,
  summary: "End a person's subscription",
  description: 'Takes effect now.',
});
