import { Unavailable } from '@hzm/services/core/ports/unavailable';
import { ofRead } from './failure.ts';

/**
 * A read of the client. It has no deadline of its own, so a frozen server would keep it waiting for
 * ever.
 */
export interface Asked<Item> extends AsyncIterable<Item> {
  destroy(error: Error): unknown;
  cancel(): Promise<void>;
}

/** Bounds the silence of a server, in milliseconds. */
export const SILENT_MS = 1_500;

/**
 * Passes items to `take` until it returns `done` or the read ends. Cancels only unfinished reads: a
 * server may take many cancellations for an attack and close the connection with all its calls.
 * @throws Unavailable when the server fails or falls silent
 */
export async function collect<Item>(
  reading: Asked<Item>,
  take: (item: Item) => 'more' | 'done',
): Promise<void> {
  let isLeft = false;
  const silence = setTimeout(() => {
    isLeft = true;
    reading.destroy(new Unavailable('the event store is silent'));
  }, SILENT_MS);
  try {
    for await (const item of reading) {
      silence.refresh();
      // Set before `take`, which may throw.
      isLeft = true;
      if (take(item) === 'done') break;
      isLeft = false;
    }
  } catch (error) {
    throw ofRead(error);
  } finally {
    clearTimeout(silence);
    // Not awaited: with an unreachable server it never settles.
    if (isLeft) reading.cancel().catch(() => undefined);
  }
}
