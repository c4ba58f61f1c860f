import { ordinal, type Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/pricing/api';
import { campaignDefaults, type CampaignTerms } from '@hzm/contracts/features/pricing/campaign';
import { planDefaults, type PlanTerms } from '@hzm/contracts/features/pricing/plan';
import { campaignDocs, planDocs } from '@hzm/projections/features/pricing/pricing';
import type { Decision } from '@hzm/services/core/commands/decider';
import type { Precondition } from '@hzm/services/core/commands/precondition';
import { handle, type Context, type Engine } from '@hzm/services/core/engine';
import {
  addCampaign,
  addPlan,
  changeCampaign,
  changePlan,
  offers,
  PRICING,
  removeCampaign,
  removePlan,
  type Offers,
} from './offers.ts';
import { changed } from './terms.ts';
import { campaignOf, campaignsOf, planOf, plansOf, readOffers } from './view.ts';

const known = async (
  { model }: Engine,
  collection: typeof planDocs | typeof campaignDocs,
  id: string,
): Promise<Position> => {
  const doc = await model.get<{ readonly id: string; readonly position: Position }>(collection, id);
  if (!doc) throw new Problem('NOT_FOUND');
  return doc.position;
};

const namesIn = (value: unknown, id: string): boolean => Array.isArray(value) && value.includes(id);
/**
 * Checks the `If-Match` of a plan or campaign.
 * @param current the offer as it is shown
 */
async function ifOffer(
  { engine, expected }: Context,
  collection: typeof planDocs | typeof campaignDocs,
  id: string,
  current: (all: Offers) => unknown,
): Promise<Precondition | undefined> {
  if (expected === undefined) return undefined;
  const isAbout: Precondition['isAbout'] = ({ data }) =>
    [data['planId'], data['campaignId']].includes(id) || namesIn(data['planIds'], id);
  return {
    position: await known(engine, collection, id),
    expected,
    isAbout,
    current: async () => current(await readOffers(engine)),
  };
}

async function decided(
  { engine, request }: Context,
  decide: (s: Offers) => Decision,
  precondition?: Precondition,
) {
  const { position, state } = await engine.executor.execute(request, {
    stream: PRICING,
    decider: offers,
    decide,
    precondition,
  });
  await engine.projector.waitForPosition(position);
  return { position, state };
}

const planIn = ({ plans }: Offers, id: string, at: Date) => {
  const kept = plans.get(id);
  if (!kept) throw new Problem('NOT_FOUND');
  return { plan: planOf(id, kept, at) };
};
const campaignIn = ({ plans, campaigns }: Offers, id: string, at: Date) => {
  const kept = campaigns.get(id);
  if (!kept) throw new Problem('NOT_FOUND');
  return { campaign: campaignOf(id, kept, plans, at) };
};

/** The version of what was written, or of what was found as it should be. */
const versionOf = async (
  engine: Engine,
  collection: typeof planDocs | typeof campaignDocs,
  id: string,
  position: Position | undefined,
): Promise<number> => ordinal(position ?? (await known(engine, collection, id)));

export const offerHandlers = [
  handle(api.listPlans, async ({ engine, caller }) => ({
    data: {
      plans: plansOf(await readOffers(engine), engine.now()).filter(
        ({ isOffered }) => caller.isAdmin || isOffered,
      ),
    },
  })),
  handle(api.getPlan, async ({ engine, caller }, { params: { planId } }) => {
    const data = planIn(await readOffers(engine), planId, engine.now());
    if (!caller.isAdmin && !data.plan.isOffered) throw new Problem('NOT_FOUND');
    return { data, version: ordinal(await known(engine, planDocs, planId)) };
  }),
  handle(api.createPlan, async (context, { body }) => {
    const planId = (await context.engine.executor.ids(context.request))(
      `installation:${PRICING}`,
      'plan',
    );
    const { position, state } = await decided(
      context,
      addPlan(
        planId,
        changed<PlanTerms>({ ...planDefaults, name: body.name, price: body.price }, body),
      ),
    );
    return {
      data: planIn(state, planId, context.engine.now()),
      position,
      version: await versionOf(context.engine, planDocs, planId, position),
    };
  }),
  handle(api.changePlan, async (context, { params: { planId }, body }) => {
    const { engine } = context;
    const precondition = await ifOffer(
      context,
      planDocs,
      planId,
      all => planIn(all, planId, engine.now()).plan,
    );
    const { position, state } = await decided(context, changePlan(planId, body), precondition);
    return {
      data: planIn(state, planId, engine.now()),
      position,
      version: await versionOf(engine, planDocs, planId, position),
    };
  }),
  handle(api.deletePlan, async (context, { params: { planId } }) => {
    const precondition = await ifOffer(
      context,
      planDocs,
      planId,
      all => planIn(all, planId, context.engine.now()).plan,
    );
    return {
      data: {},
      position: (await decided(context, removePlan(planId), precondition)).position,
    };
  }),

  handle(api.listCampaigns, async ({ engine, caller }) => ({
    data: {
      campaigns: campaignsOf(await readOffers(engine), engine.now()).filter(
        ({ isOffered }) => caller.isAdmin || isOffered,
      ),
    },
  })),
  handle(api.getCampaign, async ({ engine, caller }, { params: { campaignId } }) => {
    const data = campaignIn(await readOffers(engine), campaignId, engine.now());
    if (!caller.isAdmin && !data.campaign.isOffered) throw new Problem('NOT_FOUND');
    return { data, version: ordinal(await known(engine, campaignDocs, campaignId)) };
  }),
  handle(api.createCampaign, async (context, { body }) => {
    const campaignId = (await context.engine.executor.ids(context.request))(
      `installation:${PRICING}`,
      'campaign',
    );
    const { name, description, discountType, discountValue, startDate, endDate } = body;
    const required = { name, description, discountType, discountValue, startDate, endDate };
    const { position, state } = await decided(
      context,
      addCampaign(campaignId, changed<CampaignTerms>({ ...campaignDefaults, ...required }, body)),
    );
    return {
      data: campaignIn(state, campaignId, context.engine.now()),
      position,
      version: await versionOf(context.engine, campaignDocs, campaignId, position),
    };
  }),
  handle(api.changeCampaign, async (context, { params: { campaignId }, body }) => {
    const { engine } = context;
    const precondition = await ifOffer(
      context,
      campaignDocs,
      campaignId,
      all => campaignIn(all, campaignId, engine.now()).campaign,
    );
    const { position, state } = await decided(
      context,
      changeCampaign(campaignId, body),
      precondition,
    );
    return {
      data: campaignIn(state, campaignId, engine.now()),
      position,
      version: await versionOf(engine, campaignDocs, campaignId, position),
    };
  }),
  handle(api.deleteCampaign, async (context, { params: { campaignId } }) => {
    const precondition = await ifOffer(
      context,
      campaignDocs,
      campaignId,
      all => campaignIn(all, campaignId, context.engine.now()).campaign,
    );
    return {
      data: {},
      position: (await decided(context, removeCampaign(campaignId), precondition)).position,
    };
  }),
];
