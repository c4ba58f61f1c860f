import type { Engine } from '@hzm/services/core/engine';
import { loggedBytes } from '@hzm/services/core/ports/event-store';
import { waitForHead } from '@hzm/services/core/wait-for-head';
import { usageOf, type Kept } from './usage.ts';

type Log = Pick<Engine, 'store'>;

/** Bytes of an event that the log has emptied: ids, place, metadata, indexes. */
const EMPTIED_BYTES = 150;

/** A log that cannot empty events keeps every byte of them. */
const leftOf = (
  { store }: Log,
  { events, historyBytes }: Pick<Kept, 'events' | 'historyBytes'>,
): number => (store.empty ? events * EMPTIED_BYTES : historyBytes);

/**
 * Returns the bytes that a project leaves in the log if it is deleted now, counted with everything
 * that the log holds. @throws Problem NOT_READY
 */
export async function leftByProject(
  engine: Pick<Engine, 'store' | 'model' | 'projector'>,
  projectId: string,
): Promise<number> {
  await waitForHead(engine);
  return leftOf(engine, await usageOf(engine, projectId));
}

/** Returns the same for a project that was never finished, so that no view counts its events. */
export async function leftByUnfinished(log: Log, projectId: string): Promise<number> {
  const streams = [`schema-${projectId}`, `custom-endpoints-${projectId}`];
  const made = (await Promise.all(streams.map(stream => log.store.readStream(stream)))).flat();
  const historyBytes = made.reduce((bytes, event) => bytes + loggedBytes(event), 0);
  return leftOf(log, { events: made.length, historyBytes });
}
