import { fold } from '@hzm/contracts/core/turkish';
import { isOnOffer, type Plan } from '@hzm/contracts/features/pricing/plan';

const FREE = fold('ücretsiz');
const POPULAR = 'premium';

/**
 * The plans that can be bought at a moment: on offer, and not the free one, which everybody begins
 * with.
 */
export const offersOf = (plans: readonly Plan[], at: Date): readonly Plan[] =>
  plans.filter(plan => isOnOffer(plan, at) && fold(plan.name.trim()) !== FREE);

export const isPopular = ({ name }: Pick<Plan, 'name'>): boolean => fold(name).includes(POPULAR);
