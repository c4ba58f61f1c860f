import type { Upcaster } from '../../core/event.ts';
import type { JsonObject } from '../../core/json.ts';
import { storageBeside } from '../administration/administration.ts';
import { subscriptionTypeOf } from './plan.ts';

const withStorage = (terms: JsonObject): JsonObject => ({
  ...terms,
  maxStorage: storageBeside(terms),
});

/** Returns a stored plan with the storage of the subscription type of its name. */
function planWithStorage({ plan, ...data }: JsonObject): JsonObject {
  const terms = plan as JsonObject & { readonly name: string; readonly price: number };
  return {
    ...data,
    plan: {
      ...terms,
      maxStorage: storageBeside({ ...terms, subscriptionType: subscriptionTypeOf(terms) }),
    },
  };
}

/** Version 1 had no limit on storage. */
export const upcasters: readonly Upcaster[] = [
  { type: 'plan-added', from: 1, up: planWithStorage },
  { type: 'plan-changed', from: 1, up: planWithStorage },
  { type: 'account-subscribed', from: 1, up: withStorage },
  { type: 'account-unsubscribed', from: 1, up: withStorage },
];
