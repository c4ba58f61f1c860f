import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ErrorType,
  EventStoreDBClient,
  jsonEvent,
  NO_STREAM as MISSING,
  streamNameFilter,
  WrongExpectedVersionError,
  type AppendResult,
  type AppendToStreamOptions,
} from '@eventstore/db-client';
import { positionOf, START, type Position } from '@hzm/contracts/core/position';
import {
  NO_STREAM,
  OutcomeUnknown,
  UnknownPosition,
  WrongRevision,
  type Appended,
  type EventStore,
  type NewEvent,
  type StoredEvent,
} from '@hzm/services/core/ports/event-store';
import { Unavailable } from '@hzm/services/core/ports/unavailable';
import { AtOnce } from '../../at-once.ts';
import { checkAppend, Reading } from '../limits.ts';
import { isUnanswered, mayBePosition, ofAppend, typeOf } from './failure.ts';
import { Head } from './head.ts';
import { Ordered } from './ordered.ts';
import { collect, type Asked } from './reading.ts';
import { placeOf, storedOf, type Resolved } from './recorded.ts';
import { batchesOf } from './subscription.ts';

/** Bounds the events that the client prefetches from the connection; each may be large. */
const READ_AHEAD_EVENTS = 128;
const APPEND_MS = 1_500;
/** Timeout of looking for an unanswered append in its stream, in milliseconds. */
const LOOK_MS = 400;
/** Timeout of disposing the client, in milliseconds: a broken stream never reports its end. */
const DISPOSE_MS = 200;
/**
 * Bounds concurrent appends: beyond about 100, calls wait in the connection while their deadline
 * runs.
 */
const APPENDS_AT_ONCE = 64;
/**
 * Bounds concurrent ordered appends. The client keeps up to 15 messages of a stream without
 * back-pressure; one that it holds back when the stream breaks ends the process.
 */
export const ORDERED_APPENDS_AT_ONCE = 15;
/**
 * Silence after which ordered appends are sent again, in milliseconds. Their deadline, judged by
 * the server's clock, is much later.
 */
const ORDERED_MS = 5_000;
const ORDERED_DEADLINE_MS = 24 * 60 * 60 * 1_000;

export interface Options {
  /** Separates this installation's streams from others in the same server. */
  readonly installation?: string;
  /**
   * Writes appends in the order of the calls, even before earlier ones are answered. For a process
   * that does nothing else.
   */
  readonly isOrdered?: boolean;
}

/**
 * The log in EventStoreDB. One object per process. Appends pass credentials, which makes each its
 * own call: the client's shared stream has no deadline and can end the process on a late answer.
 * Only that stream keeps the order, so `isOrdered` uses it.
 */
export class EventStoreDbEventStore implements EventStore {
  readonly #client: EventStoreDBClient;
  readonly #prefix: string;
  readonly #identityStream: string;
  readonly #ordered: Ordered | undefined;
  readonly #appends: AtOnce;
  readonly #head: Head;
  readonly #credentials: { username: string; password: string };
  #identity: Promise<string> | undefined;
  #open = true;

  /** @param address `esdb://…` */
  constructor(address: string, { installation = 'hzm', isOrdered = false }: Options = {}) {
    const { username, password } = new URL(address.replace(/^esdb(\+discover)?:/, 'http:'));
    this.#client = EventStoreDBClient.connectionString(address);
    this.#ordered = isOrdered ? new Ordered() : undefined;
    this.#appends = new AtOnce(isOrdered ? ORDERED_APPENDS_AT_ONCE : APPENDS_AT_ONCE);
    this.#prefix = `${installation}-`;
    this.#identityStream = `${installation}.identity`;
    this.#credentials = {
      username: decodeURIComponent(username) || 'anonymous',
      password: decodeURIComponent(password),
    };
    this.#head = new Head(this.#client, this.#prefix, this.#credentials);
  }

  async append(stream: string, expected: number, events: readonly NewEvent[]): Promise<Appended> {
    checkAppend(events);
    this.#mustBeOpen();
    try {
      const { nextExpectedRevision, position } = await this.#appends.run(() =>
        this.#send(stream, expected, events),
      );
      const revision = Number(nextExpectedRevision);
      const appended = {
        revision,
        position: position ? positionOf(position.commit) : await this.#positionOf(stream, revision),
      };
      this.#head.note(appended.position);
      return appended;
    } catch (error) {
      if (error instanceof WrongExpectedVersionError)
        throw new WrongRevision(
          expected,
          typeof error.actualVersion === 'bigint' ? Number(error.actualVersion) : NO_STREAM,
        );
      const written = isUnanswered(error)
        ? await this.#outcomeOf(stream, expected, events)
        : undefined;
      if (written) return written;
      throw ofAppend(error);
    }
  }

  async readStream(
    stream: string,
    {
      from = 0,
      limit = Number.MAX_SAFE_INTEGER,
      bytes = Infinity,
    }: { from?: number; limit?: number; bytes?: number } = {},
  ): Promise<StoredEvent[]> {
    this.#mustBeOpen();
    const asked = this.#client.readStream(
      this.#prefix + stream,
      { fromRevision: BigInt(from), maxCount: limit, credentials: this.#credentials },
      { highWaterMark: READ_AHEAD_EVENTS },
    );
    try {
      // The server applies the limit.
      return await this.#read(asked, new Reading(Infinity, bytes));
    } catch (error) {
      if (typeOf(error) === ErrorType.STREAM_NOT_FOUND) return [];
      throw error;
    }
  }

  /**
   * The server includes the event at the position itself, and its own events. From the start,
   * events before the first of this installation are skipped.
   */
  async readAll({ after, limit }: { after: Position; limit: number }): Promise<StoredEvent[]> {
    this.#mustBeOpen();
    const from = after === START ? await this.#head.first() : after;
    if (from === undefined) return [];
    const asked = this.#client.readAll(
      { fromPosition: placeOf(from), credentials: this.#credentials },
      { highWaterMark: Math.min(limit + 1, READ_AHEAD_EVENTS) },
    );
    return this.#from(from, () => this.#read(asked, new Reading(limit), after));
  }

  async eventIdAt(position: Position): Promise<string | undefined> {
    this.#mustBeOpen();
    if (position === START) return undefined;
    let id: string | undefined;
    const asked = this.#client.readAll({
      fromPosition: placeOf(position),
      maxCount: 1,
      credentials: this.#credentials,
    });
    await this.#from(position, () =>
      collect(asked, item => {
        const event = storedOf(item, this.#prefix);
        if (event?.position === position) ({ id } = event);
        return 'more';
      }),
    ).catch((error: unknown) => {
      if (!(error instanceof UnknownPosition)) throw error;
    });
    if (id !== undefined) this.#head.note(position);
    return id;
  }

  async head(): Promise<Position> {
    this.#mustBeOpen();
    return this.#head.find();
  }

  /** Positions are byte offsets in the log. */
  async size(): Promise<number> {
    return Number(await this.head());
  }

  subscribe(after: Position, signal: AbortSignal): AsyncIterable<readonly StoredEvent[]> {
    const open = () =>
      this.#client.subscribeToAll(
        {
          fromPosition: placeOf(after),
          filter: streamNameFilter({ prefixes: [this.#prefix] }),
          credentials: this.#credentials,
        },
        { highWaterMark: READ_AHEAD_EVENTS },
      );
    return batchesOf(after, open, item => storedOf(item, this.#prefix), signal);
  }

  /** Stored in a stream of its own, which no reader of the log sees. */
  identity(): Promise<string> {
    this.#identity ??= this.#identify().catch((error: unknown) => {
      this.#identity = undefined;
      throw error;
    });
    return this.#identity;
  }

  async close(): Promise<void> {
    this.#open = false;
    const settled = new AbortController();
    await Promise.race([
      this.#client.dispose(),
      sleep(DISPOSE_MS, undefined, { signal: settled.signal }),
    ]);
    settled.abort();
  }

  /** The client itself keeps working after `dispose`. */
  #mustBeOpen(): void {
    if (!this.#open) throw new Unavailable('closed');
  }

  async #read(asked: Asked<Resolved>, reading: Reading, after = START): Promise<StoredEvent[]> {
    await collect(asked, item => {
      const event = storedOf(item, this.#prefix);
      if (event && event.position > after) reading.take(event);
      return reading.isFull ? 'done' : 'more';
    });
    return reading.events;
  }

  /**
   * Reads from a position. A server that is not ready fails like one without an event there, so the
   * head is read to tell the two apart. @throws UnknownPosition, Unavailable
   */
  async #from<T>(position: Position, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (position === START || !mayBePosition(error)) throw error;
      await this.#head.find();
      throw new UnknownPosition(position);
    }
  }

  async #send(
    stream: string,
    expected: number,
    events: readonly NewEvent[],
  ): Promise<AppendResult> {
    const append = (options: AppendToStreamOptions): Promise<AppendResult> =>
      this.#client.appendToStream(
        this.#prefix + stream,
        events.map(({ id, type, data, meta }) => jsonEvent({ id, type, data, metadata: meta })),
        { expectedRevision: expected === NO_STREAM ? MISSING : BigInt(expected), ...options },
      );
    const ordered = this.#ordered;
    if (!ordered) return append({ credentials: this.#credentials, deadline: APPEND_MS });
    return ordered.run(() => {
      // Disposes the stream of a silent server with all pending appends; the next append opens
      // another.
      const silence = setTimeout(() => void this.#client.dispose(), ORDERED_MS);
      return append({ deadline: ORDERED_DEADLINE_MS }).finally(() => clearTimeout(silence));
    });
  }

  /**
   * Returns the outcome of an unanswered append if its events are in the stream: the server leaves
   * a repeated append unanswered while the first is in flight.
   */
  async #outcomeOf(
    stream: string,
    expected: number,
    events: readonly NewEvent[],
  ): Promise<Appended | undefined> {
    const looked = new AbortController();
    const there = await Promise.race([
      this.readStream(stream, { from: expected + 1, limit: events.length }).catch(() => []),
      sleep(LOOK_MS, [] as StoredEvent[], { signal: looked.signal }),
    ]);
    looked.abort();
    const last = there.at(-1);
    const isThere =
      there.length === events.length && there.every(({ id }, i) => id === events[i]!.id);
    return last && isThere ? { revision: last.revision, position: last.position } : undefined;
  }

  /** Reads the position, because the server may confirm an append without it. */
  async #positionOf(stream: string, revision: number): Promise<Position> {
    const [event] = await this.readStream(stream, { from: revision, limit: 1 });
    if (!event) throw new OutcomeUnknown('the appended event cannot be read');
    return event.position;
  }

  async #identify(): Promise<string> {
    const read = async (): Promise<string | undefined> => {
      const reading = this.#client.readStream<{ type: 'identified'; data: { identity: string } }>(
        this.#identityStream,
        { maxCount: 1, credentials: this.#credentials },
      );
      let identity: string | undefined;
      await collect<{ event?: { data: { identity: string } } }>(reading, item => {
        ({ identity } = item.event!.data);
        return 'more';
      }).catch((error: unknown) => {
        if (typeOf(error) !== ErrorType.STREAM_NOT_FOUND) throw error;
      });
      return identity;
    };
    const known = await read();
    if (known !== undefined) return known;
    // If two processes start together, one append conflicts, and both read the other's identity.
    await this.#client
      .appendToStream(
        this.#identityStream,
        jsonEvent({ type: 'identified', data: { identity: randomUUID() } }),
        { expectedRevision: MISSING, credentials: this.#credentials, deadline: APPEND_MS },
      )
      .catch((error: unknown) => {
        if (!(error instanceof WrongExpectedVersionError)) throw ofAppend(error);
      });
    return (await read())!;
  }
}
