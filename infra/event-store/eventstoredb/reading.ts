import { Unavailable } from '@hzm/services/core/ports/unavailable';
import { ofRead } from './failure.ts';

/**
 * A read of the client. It has no deadline of its own: a frozen server would keep it waiting for
 * ever.
 */
export interface Asked<Item> extends AsyncIterable<Item> {
  destroy(error: Error): unknown;
  cancel(): Promise<void>;
}

/** The longest silence of a server, in milliseconds. */
export const SILENT_MS = 1_500;

/**
 * Gives `take` each item, until it answers `done` or the read ends. Only a read that is left before
 * its end is cancelled: a server may take many cancelled
 * calls for an attack, and end the connection with all that is under way on it.
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
      // Also when `take` throws.
      isLeft = true;
      if (take(item) === 'done') break;
      isLeft = false;
    }
  } catch (error) {
    throw ofRead(error);
  } finally {
    clearTimeout(silence);
    // Not waited for: of a server that cannot be reached it never returns.
    if (isLeft) reading.cancel().catch(() => undefined);
  }
}
