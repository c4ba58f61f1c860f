import { listCampaigns, listPlans } from '@hzm/contracts/features/pricing/api';
import type { Campaign } from '@hzm/contracts/features/pricing/campaign';
import type { Plan } from '@hzm/contracts/features/pricing/plan';
import { liveResource, resources, useLive, type Loaded } from './live-resource.ts';
import { useSession } from './use-session.ts';

export interface Pricing {
  readonly plans: readonly Plan[];
  readonly campaigns: readonly Campaign[];
}

/**
 * The plans and campaigns visible to an account: few, and reloaded whole on each change, because
 * visibility depends on all of them.
 */
const pricingOf = resources<Pricing>(() =>
  liveResource({
    topic: 'pricing',
    load: async (ask): Promise<Pricing> => {
      const [{ plans }, { campaigns }] = await Promise.all([ask(listPlans), ask(listCampaigns)]);
      return { plans, campaigns };
    },
    apply: () => 'refetch',
  }),
);

/** The pricing for the signed-in person; an administrator sees more. */
export function usePricing(): Loaded<Pricing> & { readonly reload: () => void } {
  const {
    user: { id, isAdmin },
  } = useSession();
  const resource = pricingOf(`${id} ${isAdmin}`);
  return { ...useLive(resource), reload: () => void resource.reload() };
}
