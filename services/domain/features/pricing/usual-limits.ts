import type { User } from '@hzm/contracts/features/accounts/account';
import { limitsOf } from '@hzm/contracts/features/administration/administration';
import { planOfType } from '@hzm/contracts/features/pricing/plan';
import type { Engine } from '@hzm/services/core/engine';
import { offers, PRICING, type Offers } from './offers.ts';
import type { Limits } from './subscriber.ts';

type Type = User['subscriptionType'];

const limitsIn = ({ plans }: Offers) => {
  const offered = [...plans].map(
    ([
      id,
      {
        terms: { name, planType, isActive, maxProjects, maxTables, maxStorage },
      },
    ]) => ({ id, name, planType, isActive, maxProjects, maxTables, maxStorage }),
  );
  return (type: Type) => limitsOf(type, planOfType(type, offered));
};

/**
 * Loads what each subscription type allows: what the plan of its name says, or what is usual
 * without one.
 */
export const usualLimits = async ({ executor }: Pick<Engine, 'executor'>) =>
  limitsIn(await executor.load(PRICING, offers));

/** Returns the limits of people without a plan. */
export const freeLimits = async (engine: Pick<Engine, 'executor'>): Promise<Limits> => ({
  subscriptionType: 'free',
  ...(await usualLimits(engine))('free'),
});
