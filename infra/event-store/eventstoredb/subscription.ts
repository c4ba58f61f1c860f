import type { AllStreamResolvedEvent, AllStreamSubscription } from '@eventstore/db-client';
import type { Position } from '@hzm/contracts/core/position';
import type { StoredEvent } from '@hzm/services/core/ports/event-store';
import { MAX_BATCH_EVENTS, Reading } from '../limits.ts';
import { ofSubscription } from './failure.ts';

/**
 * A subscription as bounded batches: the next one is read when the last is handled, so catching up
 * is held back by the connection. A live consumer that is too slow is
 * dropped by the server; that, any failure and any end only mean: subscribe again. What is
 * delivered twice comes once.
 * @throws SubscriptionDropped, Unavailable
 */
export async function* batchesOf(
  after: Position,
  open: () => AllStreamSubscription,
  storedOf: (item: AllStreamResolvedEvent) => StoredEvent | undefined,
  signal: AbortSignal,
): AsyncGenerator<readonly StoredEvent[]> {
  if (signal.aborted) return;
  const subscription = open();
  let failure: { readonly error: unknown } | undefined;
  let ended = false;
  let last = after;
  let wake = (): void => undefined;
  // Of a failure the client tells `error` alone, neither `end` nor `close`.
  subscription.on('error', (error: unknown) => {
    failure ??= { error };
    wake();
  });
  for (const over of ['end', 'close'])
    subscription.on(over, () => {
      ended = true;
      wake();
    });
  subscription.on('readable', () => wake());
  const abort = (): void => wake();
  signal.addEventListener('abort', abort);
  try {
    while (!signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      const batch = take(subscription, last, storedOf);
      last = batch.at(-1)?.position ?? last;
      if (batch.length > 0) yield batch;
      else if (failure) throw ofSubscription(failure.error);
      else if (ended) return;
      else await promise;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    // Not waited for: of a server that cannot be reached it never returns.
    subscription.unsubscribe().catch(() => undefined);
  }
}

/** What can be read at once and is later than `after`, each later than the one before. */
function take(
  subscription: AllStreamSubscription,
  after: Position,
  storedOf: (item: AllStreamResolvedEvent) => StoredEvent | undefined,
): StoredEvent[] {
  const batch = new Reading(MAX_BATCH_EVENTS);
  while (!batch.isFull) {
    const item = subscription.read() as AllStreamResolvedEvent | null;
    if (item === null) break;
    const event = storedOf(item);
    if (event && event.position > (batch.events.at(-1)?.position ?? after)) batch.take(event);
  }
  return batch.events;
}
