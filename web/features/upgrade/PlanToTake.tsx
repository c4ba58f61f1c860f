import { useEffect } from 'react';
import { store } from '../../state/jotai.ts';
import { planToTakeAtom } from '../../state/plan-to-take.ts';
import { usePricing } from '../../state/pricing.live.ts';
import { useSession } from '../../state/use-session.ts';
import { useMoment } from '../../ui/use-moment.ts';
import { isPlanToTake } from './offers.ts';

/** Maintains whether ways to an upgrade are shown; renders nothing. */
export function PlanToTake() {
  const { user } = useSession();
  const plans = usePricing().data?.plans ?? [];
  const now = useMoment(plans.flatMap(plan => [plan.availableFrom, plan.availableUntil]));
  const isThere = isPlanToTake(user, plans, now);
  useEffect(() => store.set(planToTakeAtom, isThere), [isThere]);
  useEffect(() => () => store.set(planToTakeAtom, false), []);
  return null;
}
