import type { AnswerOf } from '@hzm/contracts/core/call';
import { getQuotes } from '@hzm/contracts/features/pricing/api';
import { Quote } from '@hzm/contracts/features/pricing/price';
import { useCallback, useEffect, useState } from 'react';
import { asApiError, type ApiError } from '../../lib/api-error.ts';
import { send } from '../../lib/http.ts';

type Offer = AnswerOf<typeof getQuotes>;
interface Known {
  readonly offer: Offer | null;
  readonly error: ApiError | null;
}
const nothingKnown: Known = { offer: null, error: null };

/**
 * Prices of plans for the signed-in person in both cycles; reloaded when a value in `asOf` changes.
 * `take` applies a newer price from another answer.
 */
export function useQuotes(
  planIds: readonly string[],
  ...asOf: readonly unknown[]
): {
  readonly of: (planId: string) => Known;
  readonly take: (quote: Quote) => void;
  readonly reload: () => void;
} {
  const [known, setKnown] = useState<ReadonlyMap<string, Known>>(new Map());
  const [round, setRound] = useState(0);
  const key = planIds.join(' ');
  const told = JSON.stringify(asOf);
  useEffect(() => {
    const gone = new AbortController();
    const say = (planId: string, change: (before: Known) => Known): void =>
      setKnown(all => new Map(all).set(planId, change(all.get(planId) ?? nothingKnown)));
    for (const planId of key.split(' ').filter(id => id !== '')) {
      send(getQuotes, { query: { planId } }, { signal: gone.signal }).then(
        ({ data }) => say(planId, () => ({ offer: data, error: null })),
        (failure: unknown) => {
          if (!gone.signal.aborted)
            say(planId, ({ offer }) => ({ offer, error: asApiError(failure) }));
        },
      );
    }
    return () => gone.abort();
  }, [key, told, round]);
  const take = useCallback(
    (quote: Quote): void =>
      setKnown(all => {
        const before = all.get(quote.planId);
        return before?.offer
          ? new Map(all).set(quote.planId, {
              error: null,
              offer: { ...before.offer, quotes: { ...before.offer.quotes, [quote.cycle]: quote } },
            })
          : all;
      }),
    [],
  );
  return {
    of: planId => known.get(planId) ?? nothingKnown,
    take,
    reload: useCallback(() => setRound(before => before + 1), []),
  };
}

/** Returns the current price in a refusal. */
export function quoteIn({ status, data }: ApiError): Quote | undefined {
  const said =
    status === 409 && typeof data === 'object' && data !== null && 'quote' in data
      ? Quote.safeParse(data.quote)
      : undefined;
  return said?.data;
}
