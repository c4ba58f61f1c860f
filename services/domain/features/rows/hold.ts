import { isEventOf, type DataOf, type Event } from '@hzm/contracts/core/event';
import { batchAbandoned, rowHeld } from '@hzm/contracts/features/rows/events';
import { pause } from '@hzm/services/core/commands/pause';
import { systemRequest } from '@hzm/services/core/commands/request';
import type { Engine } from '@hzm/services/core/engine';
import { partsOf } from '../../past/row-events.ts';

type Sources = Pick<Engine, 'store' | 'codec' | 'executor'>;
type Hold = DataOf<typeof rowHeld>;

/**
 * Maximum time that an undecided batch blocks others, in milliseconds. A commit takes less, so that
 * the process of a batch that is undecided for longer is gone.
 */
const UNDECIDED_MS = 2_000;
/** The same for a batch whose request is repeated: nobody waits for its first attempt any more. */
const AGAIN_MS = 100;
/** Maximum time between two checks whether a batch is decided, in milliseconds. */
const LOOK_MS = 50;

export const batchStream = (batchId: string): string => `batch-${batchId}`;

/**
 * Ends an attempt, unless it is decided already.
 * @param locks the locks of the batch that count as the project's storage
 * @throws Problem NOT_READY
 */
export async function abandon(
  { executor }: Pick<Sources, 'executor'>,
  { batchId, attempt }: Hold,
  locks?: { readonly projectId: string; readonly held: number },
): Promise<void> {
  const stream = batchStream(batchId);
  await executor.append(
    stream,
    attempt,
    await executor.encode(systemRequest(), stream, [batchAbandoned({ batchId, ...locks })]),
  );
}

/**
 * Returns the events of a batch for each of its rows, once the attempt is decided; none if it was
 * abandoned. Abandons an attempt that stays undecided.
 * @throws Problem NOT_READY when `signal` aborts
 */
async function decided(
  sources: Sources,
  hold: Hold,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, Event>> {
  const { store, codec } = sources;
  const begun = performance.now();
  for (let looks = 0; ; looks++) {
    const events = await store.readStream(batchStream(hold.batchId), { from: hold.attempt + 1 });
    if (events[0]?.type === batchAbandoned.type) return new Map();
    if (events.length > 0)
      return new Map((await codec.decode(events)).flatMap(event => [...partsOf(event)]));
    if (performance.now() - begun > timeoutMs) await abandon(sources, hold);
    else await pause(looks, signal, LOOK_MS);
  }
}

/**
 * Replaces a row's holds by the events of their batches. Reads each batch once for all of its rows.
 * @param own the batch that is being written
 */
export function settling(
  sources: Sources,
  signal: AbortSignal | undefined,
  own?: string,
): (rowId: string) => (events: readonly Event[]) => Promise<Event[]> {
  const asked = new Map<string, Promise<ReadonlyMap<string, Event>>>();
  const ask = (hold: Hold): Promise<ReadonlyMap<string, Event>> => {
    const key = `${hold.batchId} ${hold.attempt}`;
    const known =
      asked.get(key) ??
      decided(sources, hold, hold.batchId === own ? AGAIN_MS : UNDECIDED_MS, signal);
    asked.set(key, known);
    return known;
  };
  return rowId => async events => {
    const settled: Event[] = [];
    for (const event of events) {
      const known = isEventOf(rowHeld, event) ? (await ask(event.data)).get(rowId) : event;
      if (known) settled.push(known);
    }
    return settled;
  };
}
