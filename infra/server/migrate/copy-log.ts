import { createHash } from 'node:crypto';
import { START, type Position } from '@hzm/contracts/core/position';
import { NO_STREAM, type EventStore, type StoredEvent } from '@hzm/services/core/ports/event-store';
import { retry } from './retry.ts';

const PAGE_EVENTS = 500;
/** Bounds one append, in events and bytes. */
const MAX_APPEND_EVENTS = 100;
const MAX_APPEND_BYTES = 500_000;

/** Thrown when the target holds events that are not a prefix of the source. */
class ForeignLog extends Error {
  override readonly name = 'ForeignLog';
}

export interface Compared {
  /** Number of leading events that both logs share. */
  readonly events: number;
  /** Position of the last shared event in the source. */
  readonly position: Position;
  /** SHA-256 over id, stream, revision, type, data and meta of each shared event. */
  readonly digest: string;
  /** Whether the source has no further events. */
  readonly isWhole: boolean;
}

type Source = Pick<EventStore, 'readAll'>;

/** Called with the position up to which the source is done. */
export type Follow = (position: Position) => void;

const told = ({ id, stream, revision, type, data, meta }: StoredEvent): string =>
  JSON.stringify([id, stream, revision, type, data, meta]);

/** @throws Error for an unreadable event, which cannot be copied */
async function pageOf(log: Source, after: Position, limit: number): Promise<StoredEvent[]> {
  const page = await retry(() => log.readAll({ after, limit }));
  const damaged = page.find(({ isUnreadable }) => isUnreadable);
  if (damaged)
    throw new Error(
      `An event is damaged and cannot be copied: ${damaged.stream} ${damaged.revision} (${damaged.type}) at ${damaged.position}.`,
    );
  return page;
}

/** Compares both logs up to the end of the target. @throws ForeignLog */
export async function compare(
  source: Source,
  target: EventStore,
  follow: Follow,
): Promise<Compared> {
  const digest = createHash('sha256');
  let [events, from, to]: [number, Position, Position] = [0, START, START];
  for (;;) {
    const there = await pageOf(target, to, PAGE_EVENTS);
    const here = await pageOf(source, from, Math.max(1, there.length));
    if (there.length === 0)
      return { events, position: from, digest: digest.digest('hex'), isWhole: here.length === 0 };
    for (const [at, event] of there.entries()) {
      const own = here[at];
      if (!own || told(own) !== told(event))
        throw new ForeignLog(
          `The target holds an event that the source does not have at that place: ${event.stream} ${event.revision} (${event.type}). Choose an empty one.`,
        );
      digest.update(told(event));
      from = own.position;
    }
    events += there.length;
    to = there.at(-1)!.position;
    follow(from);
  }
}

/**
 * Appends events later than `after` to the target, in the source's order over all streams. Only
 * positions differ. @param atOnce appends that may run at once in order @returns the number of
 * events
 */
export async function copyLog(
  source: Source,
  target: EventStore,
  after: Position,
  follow: Follow,
  atOnce: number,
): Promise<number> {
  let events = 0;
  let next = pageOf(source, after, PAGE_EVENTS);
  for (;;) {
    const page = await next;
    const position = page.at(-1)?.position;
    if (position === undefined) return events;
    // Reads the next page while this one is written.
    next = pageOf(source, position, PAGE_EVENTS);
    next.catch(() => undefined);
    await appendAll(target, runsOf(page), atOnce);
    events += page.length;
    follow(position);
  }
}

/** Groups adjacent events of one stream into appends of bounded size. */
function runsOf(events: readonly StoredEvent[]): StoredEvent[][] {
  const runs: StoredEvent[][] = [];
  let bytes = 0;
  for (const event of events) {
    const size = Buffer.byteLength(JSON.stringify(event.data));
    const run = runs.at(-1);
    if (
      run &&
      run[0]!.stream === event.stream &&
      run.length < MAX_APPEND_EVENTS &&
      bytes + size < MAX_APPEND_BYTES
    )
      run.push(event);
    else {
      runs.push([event]);
      bytes = 0;
    }
    bytes += size;
  }
  return runs;
}

/**
 * Appends runs in order. Appends are idempotent, so after a failure all from the first failed one
 * are sent again.
 */
async function appendAll(
  target: EventStore,
  runs: readonly StoredEvent[][],
  atOnce: number,
): Promise<void> {
  let rest = runs;
  await retry(async () => {
    const errors = await send(target, rest, atOnce);
    if (errors.size === 0) return;
    const first = Math.min(...errors.keys());
    rest = rest.slice(first);
    throw errors.get(first);
  });
}

/**
 * Sends runs; after a failure it stops, because a later run would precede the failed one. @returns
 * the errors by index of the run
 */
async function send(
  target: EventStore,
  runs: readonly StoredEvent[][],
  atOnce: number,
): Promise<Map<number, unknown>> {
  const errors = new Map<number, unknown>();
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < runs.length && errors.size === 0) {
      const at = next++;
      await target.append(...placed(runs[at]!)).catch((error: unknown) => errors.set(at, error));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return errors;
}

function placed(run: readonly StoredEvent[]): Parameters<EventStore['append']> {
  const { stream, revision } = run[0]!;
  return [
    stream,
    revision === 0 ? NO_STREAM : revision - 1,
    run.map(({ id, type, data, meta }) => ({ id, type, data, meta })),
  ];
}
