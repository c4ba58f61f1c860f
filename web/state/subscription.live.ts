import type { AnswerOf } from '@hzm/contracts/core/call';
import { getSubscription } from '@hzm/contracts/features/pricing/api';
import { liveResource, resources, useLive, type Loaded } from './live-resource.ts';
import { useSession } from './use-session.ts';

export type OwnSubscription = AnswerOf<typeof getSubscription>;

/** The plan of an account, with its history. */
const subscriptionOf = resources<OwnSubscription>(accountId =>
  liveResource({
    topic: `user:${accountId}`,
    load: ask => ask(getSubscription),
    apply: (known, change) =>
      change.kind === 'user' || change.kind === 'subscription' ? 'refetch' : known,
  }),
);

export function useSubscription(): Loaded<OwnSubscription> & { readonly reload: () => void } {
  const resource = subscriptionOf(useSession().user.id);
  return { ...useLive(resource), reload: () => void resource.reload() };
}
