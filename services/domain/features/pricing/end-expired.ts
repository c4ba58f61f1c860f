import { subscriptionDocs } from '@hzm/projections/features/pricing/pricing';
import { systemRequest } from '@hzm/services/core/commands/request';
import type { Engine } from '@hzm/services/core/engine';
import { pages } from '@hzm/services/core/read-model/pages';
import { expire, subscriber } from './subscriber.ts';
import { freeLimits } from './usual-limits.ts';

/** The number of subscriptions in one page of a query. */
const PAGE_SUBSCRIPTIONS = 100;

/**
 * Ends the plans whose time is over, as the system. Each person's own stream decides, so that
 * several processes, or the same one again, do no harm.
 * @throws what the first that could not be ended failed with, when all others are
 */
export async function endExpired(
  engine: Pick<Engine, 'executor' | 'model' | 'now'>,
): Promise<void> {
  let failure: { readonly error: unknown } | undefined;
  const at = engine.now();
  for await (const docs of pages(engine.model, {
    collection: subscriptionDocs,
    where: [{ path: 'endsAt', op: 'lte', value: at.toISOString() }],
    limit: PAGE_SUBSCRIPTIONS,
  })) {
    const free = docs.length > 0 ? await freeLimits(engine) : undefined;
    for (const { id, subscriptionId, endsAt } of docs) {
      const request = systemRequest(`plan-ended ${subscriptionId} ${endsAt}`);
      if (free)
        await engine.executor
          .execute(request, {
            stream: `account-${id}`,
            decider: subscriber,
            decide: expire(id, at, free),
          })
          .catch((error: unknown) => {
            failure ??= { error };
          });
    }
  }
  if (failure) throw failure.error;
}
