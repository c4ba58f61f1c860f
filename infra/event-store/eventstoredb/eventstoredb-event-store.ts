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

/**
 * Events that the client takes from the connection before they are asked for; each may be large.
 */
const READ_AHEAD_EVENTS = 128;
const APPEND_MS = 1_500;
/** Timeout of the look for an unanswered append in its stream, in milliseconds. */
const LOOK_MS = 400;
/**
 * How long the client may take to let go of its streams: one that broke never says that it is over.
 */
const DISPOSE_MS = 200;
/**
 * The deadline of a call runs while the connection lets it wait: beyond about 100 at once, calls
 * wait there.
 */
const APPENDS_AT_ONCE = 64;
/**
 * Appends in order at once. The client keeps up to 15 messages of a stream without holding one
 * back; one that it holds back when the stream breaks
 * ends the process.
 */
export const ORDERED_APPENDS_AT_ONCE = 15;
/**
 * After so long without an answer, appends in order are sent again. Their deadline, which the
 * server judges by its own clock, is much later.
 */
const ORDERED_MS = 5_000;
const ORDERED_DEADLINE_MS = 24 * 60 * 60 * 1_000;

export interface Options {
  /** Sets our streams apart from others' in the same server. */
  readonly installation?: string;
  /**
   * Appends that are asked for one after another, before the first is answered, are written in that
   * order. For a process that does nothing else.
   */
  readonly isOrdered?: boolean;
}

/**
 * The log in EventStoreDB. One object per process.
 *
 * Every append is a call of its own, which the client makes when it is given credentials: its
 * default, one shared stream for all appends, keeps
 * what waits in a table of the module, has no deadline, and can end the process when an answer
 * comes after an error. That stream alone keeps the
 * order of appends, so `isOrdered` uses it.
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
      // The server counts.
      return await this.#read(asked, new Reading(Infinity, bytes));
    } catch (error) {
      if (typeOf(error) === ErrorType.STREAM_NOT_FOUND) return [];
      throw error;
    }
  }

  /**
   * Reading from a position tells the event there, too; and the server's own events are among all.
   * From the start, those before our first are left out.
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

  /** Its positions are places in the log, in bytes. */
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

  /** Kept in a stream of its own, which no reader of the log sees. */
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

  /** The client itself goes on after its end. */
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
   * A read that begins at a position. A server that is not ready refuses it like one that has no
   * event there, but does not tell its newest event. @throws UnknownPosition, Unavailable
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
      // The stream of a server that is silent is given up, with everything that waits on it; what
      // comes next opens another one.
      const silence = setTimeout(() => void this.#client.dispose(), ORDERED_MS);
      return append({ deadline: ORDERED_DEADLINE_MS }).finally(() => clearTimeout(silence));
    });
  }

  /**
   * The outcome of an append that was not answered, if its events are there: a server leaves one
   * that is sent again unanswered while the first is in flight.
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

  /** A success can come without its position. */
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
    // Of two processes that come first together, one is refused, and both read what the other one
    // wrote.
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
