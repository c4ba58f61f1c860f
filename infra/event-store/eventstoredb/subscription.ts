import type { AllStreamResolvedEvent, AllStreamSubscription } from '@eventstore/db-client';
import type { Position } from '@hzm/contracts/core/position';
import type { StoredEvent } from '@hzm/services/core/ports/event-store';
import { MAX_BATCH_EVENTS, Reading } from '../limits.ts';
import { ofSubscription } from './failure.ts';

/**
 * Yields a subscription in bounded batches, the next after the last is handled, so the connection
 * gives back-pressure. Skips events delivered twice. Any failure or end means: subscribe again. The
 * server drops slow live consumers. @throws SubscriptionDropped, Unavailable
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
  // After a failure the client emits `error` only, neither `end` nor `close`.
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
    // Not awaited: with an unreachable server it never settles.
    subscription.unsubscribe().catch(() => undefined);
  }
}

/** Takes the buffered events later than `after`, in ascending order. */
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
