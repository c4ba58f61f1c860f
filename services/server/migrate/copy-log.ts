import { createHash } from 'node:crypto';
import { START, type Position } from '@hzm/contracts/core/position';
import { NO_STREAM, OutcomeUnknown, type EventStore, type StoredEvent } from '@hzm/services/core/ports/event-store';

const PAGE = 500;
/** Of one append. */
const MOST_EVENTS = 100;
const MOST_BYTES = 500_000;
const ATTEMPTS = 5;

/** The target holds events that the source does not begin with. */
export class ForeignLog extends Error {
  override readonly name = 'ForeignLog';
}

export interface Compared {
  /** How many events both begin with. */
  readonly events: number;
  /** Of the last of them in the source. */
  readonly position: Position;
  /** Over each of them: id, stream, revision, type, data, meta. */
  readonly digest: string;
  /** Whether the source has no more. */
  readonly isWhole: boolean;
}

const told = ({ id, stream, revision, type, data, meta }: StoredEvent): string => JSON.stringify([id, stream, revision, type, data, meta]);

/** Reads both logs side by side as far as the target goes. @throws ForeignLog */
export async function compare(source: EventStore, target: EventStore): Promise<Compared> {
  const digest = createHash('sha256');
  let [events, from, to]: [number, Position, Position] = [0, START, START];
  for (;;) {
    const there = await target.readAll({ after: to, limit: PAGE });
    const here = await source.readAll({ after: from, limit: Math.max(1, there.length) });
    if (there.length === 0) return { events, position: from, digest: digest.digest('hex'), isWhole: here.length === 0 };
    for (const [at, event] of there.entries()) {
      const own = here[at];
      if (!own || told(own) !== told(event)) throw new ForeignLog(`The target holds an event that the source does not have at that place: ${event.stream} ${event.revision} (${event.type}). Choose an empty one.`);
      digest.update(told(event));
      from = own.position;
    }
    events += there.length;
    to = there.at(-1)!.position;
  }
}

/**
 * Copies a log into one that holds nothing, or the beginning of it: ids, streams, revisions, data and metadata stay, and the order over all streams.
 * Only positions are the target's own. @param tell hears the position up to which the source was copied. @throws ForeignLog
 */
export async function copyLog(source: EventStore, target: EventStore, tell: (position: Position) => void): Promise<Compared> {
  let { position } = await compare(source, target);
  for (;;) {
    const page = await source.readAll({ after: position, limit: PAGE });
    if (page.length === 0) break;
    for (const some of runsOf(page)) await append(target, some);
    position = page.at(-1)!.position;
    tell(position);
  }
  const compared = await compare(source, target);
  if (!compared.isWhole) throw new Error('The source was written to meanwhile. Stop what writes there and start again: it goes on where it stopped.');
  return compared;
}

/** Neighbours of one stream, as many as one append may hold. */
function runsOf(events: readonly StoredEvent[]): StoredEvent[][] {
  const runs: StoredEvent[][] = [];
  let bytes = 0;
  for (const event of events) {
    const size = Buffer.byteLength(JSON.stringify(event.data));
    const run = runs.at(-1);
    if (run && run[0]!.stream === event.stream && run.length < MOST_EVENTS && bytes + size < MOST_BYTES) run.push(event);
    else {
      runs.push([event]);
      bytes = 0;
    }
    bytes += size;
  }
  return runs;
}

async function append(target: EventStore, run: readonly StoredEvent[]): Promise<void> {
  const { stream, revision } = run[0]!;
  const events = run.map(({ id, type, data, meta }) => ({ id, type, data, meta }));
  for (let attempt = 1; ; attempt++) {
    try {
      await target.append(stream, revision === 0 ? NO_STREAM : revision - 1, events);
      return;
    } catch (error) {
      // The same ids at the same place: written once, whatever became of the first attempt.
      if (!(error instanceof OutcomeUnknown) || attempt === ATTEMPTS) throw error;
    }
  }
}
