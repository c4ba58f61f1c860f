import { fold } from '@hzm/contracts/core/turkish';
import type { User } from '@hzm/contracts/features/accounts/account';
import { isOnOffer, type Plan } from '@hzm/contracts/features/pricing/plan';

const FREE = fold('ücretsiz');
const POPULAR = 'premium';

/** Returns the plans on offer at a time, without the free one, with which everyone starts. */
export const offersOf = (plans: readonly Plan[], at: Date): readonly Plan[] =>
  plans.filter(plan => isOnOffer(plan, at) && fold(plan.name.trim()) !== FREE);

/** Whether a person without the highest plan could take one that they do not have. */
export const isPlanToTake = (
  { subscriptionType, planName }: Pick<User, 'subscriptionType' | 'planName'>,
  plans: readonly Plan[],
  at: Date,
): boolean =>
  subscriptionType !== 'enterprise' &&
  offersOf(plans, at).some(({ name }) => planName === null || fold(name) !== fold(planName));

export const isPopular = ({ name }: Pick<Plan, 'name'>): boolean => fold(name).includes(POPULAR);
