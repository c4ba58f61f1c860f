import { partsOfStream } from '@hzm/services/core/commands/stream-events';
import type { Engine } from '@hzm/services/core/engine';
import { loggedBytes } from '@hzm/services/core/ports/event-store';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { usageOf, type Kept } from './usage.ts';

type Log = Pick<Engine, 'store'>;

/** Bytes of an emptied event: ids, position, metadata, indexes. */
const EMPTIED_BYTES = 150;

/** Returns the remaining bytes; a log that cannot empty events keeps all. */
const leftOf = (
  { store }: Log,
  { events, historyBytes }: Pick<Kept, 'events' | 'historyBytes'>,
): number => (store.empty ? events * EMPTIED_BYTES : historyBytes);

/**
 * Returns the bytes that a project would leave in the log if deleted now, including everything
 * appended so far.
 * @throws Problem NOT_READY
 */
export async function leftByProject(
  engine: Pick<Engine, 'store' | 'model' | 'projector'>,
  projectId: string,
): Promise<number> {
  await waitForHead(engine);
  return leftOf(engine, await usageOf(engine, projectId));
}

/** Returns the same for the streams of an unfinished project, whose events no view counts. */
export async function leftByUnfinished(log: Log, streams: readonly string[]): Promise<number> {
  const kept = { events: 0, historyBytes: 0 };
  for (const stream of streams)
    for await (const { events: part } of partsOfStream(log.store, stream)) {
      kept.events += part.length;
      for (const event of part) kept.historyBytes += loggedBytes(event);
    }
  return leftOf(log, kept);
}
