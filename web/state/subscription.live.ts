import type { AnswerOf } from '@hzm/contracts/core/call';
import { getSubscription } from '@hzm/contracts/features/pricing/api';
import { liveResource, resources, useLive, type Loaded } from './live-resource.ts';
import { useSession } from './use-session.ts';

export type OwnSubscription = AnswerOf<typeof getSubscription>;

/** The plan that an account is on, and how it came to it. */
const subscriptionOf = resources<OwnSubscription>(accountId =>
  liveResource({
    topic: `user:${accountId}`,
    load: ask => ask(getSubscription),
    apply: (known, change) =>
      change.kind === 'user' || change.kind === 'subscription' ? 'refetch' : known,
  }),
);

/** The same of whoever is signed in. */
export function useSubscription(): Loaded<OwnSubscription> & { readonly reload: () => void } {
  const resource = subscriptionOf(useSession().user.id);
  return { ...useLive(resource), reload: () => void resource.reload() };
}
