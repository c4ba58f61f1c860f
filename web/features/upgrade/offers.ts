import { fold } from '@hzm/contracts/core/turkish';
import { isOnOffer, type Plan } from '@hzm/contracts/features/pricing/plan';

const FREE = fold('ücretsiz');
const POPULAR = 'premium';

/** Returns the plans on offer at a time, without the free one, with which everyone starts. */
export const offersOf = (plans: readonly Plan[], at: Date): readonly Plan[] =>
  plans.filter(plan => isOnOffer(plan, at) && fold(plan.name.trim()) !== FREE);

export const isPopular = ({ name }: Pick<Plan, 'name'>): boolean => fold(name).includes(POPULAR);
