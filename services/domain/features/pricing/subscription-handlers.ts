import { ordinal, type Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/pricing/api';
import { subscriptionTypeOf } from '@hzm/contracts/features/pricing/plan';
import { MAX_APPLIED, MAX_PLAN_CHANGES } from '@hzm/contracts/features/pricing/subscription';
import { planChangeDocs, subscriptionDocs } from '@hzm/projections/features/pricing/pricing';
import { handle, type Context, type Result } from '@hzm/services/core/engine';
import { BadCursor } from '@hzm/services/core/ports/read-model';
import { projectsOf } from '../../access/reachable.ts';
import { offers, PRICING } from './offers.ts';
import {
  applyLimits,
  quoteFor,
  subscribe,
  subscriber,
  unsubscribe,
  type Wish,
} from './subscriber.ts';
import { freeLimits } from './usual-limits.ts';
import { exceeding, offerOf, planChangesOf, subscriberOf, subscriptionOf } from './view.ts';

/** Puts a person on a plan. */
async function take(
  { engine, request }: Context,
  accountId: string,
  planId: string,
  isAdmin: boolean,
  wish: Pick<Wish, 'cycle' | 'shown' | 'until'>,
) {
  const at = engine.now();
  const all = await engine.executor.load(PRICING, offers);
  const subscriptionId = (await engine.executor.ids(request))(
    `account:${accountId}`,
    'subscription',
  );
  const { position, state } = await engine.executor.execute(request, {
    stream: `account-${accountId}`,
    decider: subscriber,
    // A request that comes again is answered as the first time, also when the plan is gone by now.
    decide: s =>
      subscribe({
        accountId,
        subscriptionId,
        offer: offerOf(all, planId, at, { isAdmin }),
        at,
        ...wish,
      })(s),
  });
  await engine.projector.waitForPosition(position);
  if (state.kind === 'none' || !state.current) throw new Problem('NOT_FOUND');
  return { data: { subscription: subscriptionOf(state.current, at) }, position };
}

/** Ends a person's plan. */
async function end(
  { engine, request }: Context,
  accountId: string,
): Promise<Result<Record<string, never>>> {
  const { position } = await engine.executor.execute(request, {
    stream: `account-${accountId}`,
    decider: subscriber,
    decide: unsubscribe(accountId, await freeLimits(engine)),
  });
  await engine.projector.waitForPosition(position);
  return { data: {}, position };
}

export const subscriptionHandlers = [
  handle(
    api.getQuotes,
    async ({ engine, caller }, { query: { planId, cycle, accountId = caller.actor } }) => {
      if (accountId !== caller.actor && !caller.isAdmin) throw new Problem('FORBIDDEN');
      const at = engine.now();
      const [all, state] = await Promise.all([
        engine.executor.load(PRICING, offers),
        engine.executor.load(`account-${accountId}`, subscriber),
      ]);
      const offer = offerOf(all, planId, at, caller);
      const quotes = {
        monthly: quoteFor(state, offer, 'monthly', at),
        yearly: quoteFor(state, offer, 'yearly', at),
      };
      return {
        data: {
          quote: quotes[cycle],
          quotes,
          exceeding: exceeding(await projectsOf(engine, accountId), offer.plan),
        },
      };
    },
  ),

  handle(api.getSubscription, async ({ engine, caller: { actor: accountId } }) => {
    const [doc, changes] = await Promise.all([
      engine.model.get(subscriptionDocs, accountId),
      engine.model.find({
        collection: planChangeDocs,
        where: [{ path: 'accountId', op: 'eq', value: accountId }],
        sort: { by: 'created', descending: true },
        limit: MAX_PLAN_CHANGES,
      }),
    ]);
    return {
      data: {
        subscription: doc ? subscriptionOf(doc, engine.now(), doc.isEnded) : null,
        changes: await planChangesOf(engine, changes.docs),
      },
      ...(doc && { version: ordinal(doc.position) }),
    };
  }),
  handle(api.subscribe, (context, { body: { planId, cycle, ...shown } }) =>
    take(context, context.caller.actor, planId, context.caller.isAdmin, { cycle, shown }),
  ),
  handle(api.unsubscribe, context => end(context, context.caller.actor)),

  handle(api.listSubscribers, async ({ engine }, { query: { planId, page, limit } }) => {
    const { docs, total = 0 } = await engine.model.find({
      collection: subscriptionDocs,
      where: [
        { path: 'isEnded', op: 'eq', value: false },
        ...(planId === undefined ? [] : [{ path: 'planId', op: 'eq', value: planId } as const]),
      ],
      sort: { by: 'changed', descending: true },
      skip: (page - 1) * limit,
      limit,
      count: true,
    });
    const at = engine.now();
    const subscribers = (await Promise.all(docs.map(doc => subscriberOf(engine, doc, at)))).filter(
      one => one !== undefined,
    );
    return {
      data: {
        subscribers,
        pagination: { page, limit, total, totalPages: Math.ceil(total / limit) },
      },
    };
  }),
  handle(api.assignPlan, (context, { params: { accountId }, body: { planId, cycle, until } }) =>
    take(context, accountId, planId, true, { cycle, until }),
  ),
  handle(api.unassignPlan, (context, { params: { accountId } }) => end(context, accountId)),

  handle(api.applyPlan, async ({ engine, request }, { params: { planId }, body }) => {
    const { executor, model, now, projector } = engine;
    const { plan } = offerOf(await executor.load(PRICING, offers), planId, now(), {
      isAdmin: true,
    });
    const limits = {
      subscriptionType: subscriptionTypeOf(plan),
      maxProjects: plan.maxProjects,
      maxTables: plan.maxTables,
      maxStorage: plan.maxStorage,
    };
    const { docs, nextCursor = null } = await model
      .find({
        collection: subscriptionDocs,
        where: [
          { path: 'planId', op: 'eq', value: planId },
          { path: 'isEnded', op: 'eq', value: false },
        ],
        limit: MAX_APPLIED,
        ...(body?.after !== undefined && { cursor: body.after }),
      })
      .catch((error: unknown) => {
        throw error instanceof BadCursor
          ? new Problem('VALIDATION_ERROR', {
              details: [{ path: 'after', message: { key: 'cursor-unknown' } }],
            })
          : error;
      });
    let last: Position | undefined;
    for (const { id } of docs)
      last =
        (
          await executor.execute(
            { ...request, repeatable: false },
            {
              stream: `account-${id}`,
              decider: subscriber,
              decide: applyLimits(id, planId, limits),
            },
          )
        ).position ?? last;
    await projector.waitForPosition(last);
    return { data: { people: docs.length, next: nextCursor }, position: last };
  }),
];
