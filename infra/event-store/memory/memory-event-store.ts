import { randomUUID } from 'node:crypto';
import { positionOf, START, type Position } from '@hzm/contracts/core/position';
import {
  NO_STREAM,
  WrongRevision,
  type Appended,
  type EventStore,
  type NewEvent,
  type StoredEvent,
} from '@hzm/services/core/ports/event-store';
import { Unavailable } from '@hzm/services/core/ports/unavailable';
import { checkAppend, Reading } from '../limits.ts';
import { LiveFeed } from '../live-feed.ts';

export class MemoryEventStore implements EventStore {
  readonly #all: StoredEvent[] = [];
  readonly #streams = new Map<string, StoredEvent[]>();
  readonly #feed = new LiveFeed((after, limit) => this.readAll({ after, limit }));
  readonly #identity = randomUUID();
  #open = true;

  async append(stream: string, expected: number, events: readonly NewEvent[]): Promise<Appended> {
    checkAppend(events);
    this.#mustBeOpen();
    const there = this.#streams.get(stream) ?? [];
    const actual = there.at(-1)?.revision ?? NO_STREAM;
    if (actual !== expected) {
      const known = there.slice(expected + 1, expected + 1 + events.length);
      const last = known.at(-1);
      if (
        last &&
        known.length === events.length &&
        known.every(({ id }, i) => id === events[i]!.id)
      )
        return { revision: last.revision, position: last.position };
      throw new WrongRevision(expected, actual);
    }
    // Through JSON, as every other store keeps events.
    const written = events.map((event, i): StoredEvent => ({
      ...(JSON.parse(JSON.stringify(event)) as NewEvent),
      stream,
      revision: actual + 1 + i,
      position: positionOf(this.#all.length + 1 + i),
    }));
    this.#all.push(...written);
    this.#streams.set(stream, [...there, ...written]);
    this.#feed.publish(written);
    return { revision: actual + written.length, position: written.at(-1)!.position };
  }

  async readStream(
    stream: string,
    {
      from = 0,
      limit = Infinity,
      bytes = Infinity,
    }: { from?: number; limit?: number; bytes?: number } = {},
  ): Promise<StoredEvent[]> {
    this.#mustBeOpen();
    return taken(this.#streams.get(stream) ?? [], from, new Reading(limit, bytes));
  }

  async readAll({ after, limit }: { after: Position; limit: number }): Promise<StoredEvent[]> {
    this.#mustBeOpen();
    return taken(this.#all, Number(after), new Reading(limit));
  }

  async eventIdAt(position: Position): Promise<string | undefined> {
    this.#mustBeOpen();
    return this.#all[Number(position) - 1]?.id;
  }

  async head(): Promise<Position> {
    return this.#all.at(-1)?.position ?? START;
  }

  async size(): Promise<number> {
    return JSON.stringify(this.#all).length;
  }

  subscribe(after: Position, signal: AbortSignal): AsyncIterable<readonly StoredEvent[]> {
    return this.#feed.subscribe(after, signal);
  }

  async identity(): Promise<string> {
    return this.#identity;
  }

  async close(): Promise<void> {
    this.#open = false;
  }

  #mustBeOpen(): void {
    if (!this.#open) throw new Unavailable('closed');
  }
}

function taken(events: readonly StoredEvent[], from: number, reading: Reading): StoredEvent[] {
  for (let at = from; at < events.length && !reading.isFull; at++) reading.take(events[at]!);
  return reading.events;
}
