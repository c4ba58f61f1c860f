import { randomUUID } from 'node:crypto';
import { BACKWARDS, END, ErrorType, EventStoreDBClient, jsonEvent, NO_STREAM as MISSING, streamNameFilter, WrongExpectedVersionError } from '@eventstore/db-client';
import { positionOf, START, type Position } from '@hzm/contracts/core/position';
import { NO_STREAM, OutcomeUnknown, StoreUnavailable, WrongRevision, type Appended, type EventStore, type NewEvent, type StoredEvent } from '@hzm/services/core/ports/event-store';
import { checkAppend } from '../limits.ts';
import { AtOnce } from './at-once.ts';
import { ofAppend, typeOf } from './failure.ts';
import { collect } from './reading.ts';
import { placeOf, storedOf, type Resolved } from './recorded.ts';
import { batchesOf } from './subscription.ts';

const READ_AHEAD = 500;
const APPEND_MS = 1_500;
/** The deadline of a call runs while the connection lets it wait: beyond about 100 at once, calls wait there. */
const APPENDS_AT_ONCE = 64;

/**
 * The log in EventStoreDB. One object per process.
 *
 * Every append is a call of its own, which the client makes when it is given credentials: its default, one shared stream for all appends, keeps
 * what waits in a table of the module, has no deadline, and can end the process when an answer comes after an error.
 */
export class EventStoreDbEventStore implements EventStore {
  readonly #client: EventStoreDBClient;
  readonly #prefix: string;
  readonly #identityStream: string;
  readonly #appends = new AtOnce(APPENDS_AT_ONCE);
  readonly #credentials: { username: string; password: string };
  #identity: Promise<string> | undefined;
  #open = true;

  /** @param address `esdb://…`; @param installation sets our streams apart from others' in the same server */
  constructor(address: string, installation = 'hzm') {
    const { username, password } = new URL(address.replace(/^esdb(\+discover)?:/, 'http:'));
    this.#client = EventStoreDBClient.connectionString(address);
    this.#prefix = `${installation}-`;
    this.#identityStream = `${installation}.identity`;
    this.#credentials = { username: decodeURIComponent(username) || 'anonymous', password: decodeURIComponent(password) };
  }

  async append(stream: string, expected: number, events: readonly NewEvent[]): Promise<Appended> {
    checkAppend(events);
    this.#mustBeOpen();
    try {
      const { nextExpectedRevision, position } = await this.#appends.run(() => this.#client.appendToStream(
        this.#prefix + stream,
        events.map(({ id, type, data, meta }) => jsonEvent({ id, type, data, metadata: meta })),
        { expectedRevision: expected === NO_STREAM ? MISSING : BigInt(expected), credentials: this.#credentials, deadline: APPEND_MS },
      ));
      const revision = Number(nextExpectedRevision);
      return { revision, position: position ? positionOf(position.commit) : await this.#positionOf(stream, revision) };
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) throw new WrongRevision(expected, typeof error.actualVersion === 'bigint' ? Number(error.actualVersion) : NO_STREAM);
      throw ofAppend(error);
    }
  }

  async readStream(stream: string, { from = 0, limit = Number.MAX_SAFE_INTEGER }: { from?: number; limit?: number } = {}): Promise<StoredEvent[]> {
    this.#mustBeOpen();
    const reading = this.#client.readStream(this.#prefix + stream, { fromRevision: BigInt(from), maxCount: limit, credentials: this.#credentials });
    try {
      return await collect<Resolved, StoredEvent>(reading, (item, taken) => (this.#take(item, taken), 'more'));
    } catch (error) {
      if (typeOf(error) === ErrorType.STREAM_NOT_FOUND) return [];
      throw error;
    }
  }

  /** Reading from a position tells the event there, too; and the server's own events are among all. */
  async readAll({ after, limit }: { after: Position; limit: number }): Promise<StoredEvent[]> {
    this.#mustBeOpen();
    const reading = this.#client.readAll({ fromPosition: placeOf(after), credentials: this.#credentials }, { highWaterMark: Math.min(limit + 1, READ_AHEAD) });
    return collect<Resolved, StoredEvent>(reading, (item, taken) => (this.#take(item, taken, after), taken.length >= limit ? 'done' : 'more'));
  }

  async head(): Promise<Position> {
    this.#mustBeOpen();
    const reading = this.#client.readAll({ fromPosition: END, direction: BACKWARDS, credentials: this.#credentials });
    const [last] = await collect<Resolved, StoredEvent>(reading, (item, taken) => (this.#take(item, taken), taken.length > 0 ? 'done' : 'more'));
    return last?.position ?? START;
  }

  /** Its positions are places in the log, in bytes. */
  async size(): Promise<number> {
    return Number(await this.head());
  }

  subscribe(after: Position, signal: AbortSignal): AsyncIterable<readonly StoredEvent[]> {
    const open = () => this.#client.subscribeToAll(
      { fromPosition: placeOf(after), filter: streamNameFilter({ prefixes: [this.#prefix] }), credentials: this.#credentials },
      { highWaterMark: READ_AHEAD },
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
    await this.#client.dispose();
  }

  /** The client itself goes on after its end. */
  #mustBeOpen(): void {
    if (!this.#open) throw new StoreUnavailable('closed');
  }

  #take(item: Resolved, taken: StoredEvent[], after = START): void {
    const event = storedOf(item, this.#prefix);
    if (event && event.position > after) taken.push(event);
  }

  /** A success can come without its position. */
  async #positionOf(stream: string, revision: number): Promise<Position> {
    const [event] = await this.readStream(stream, { from: revision, limit: 1 });
    if (!event) throw new OutcomeUnknown('the appended event cannot be read');
    return event.position;
  }

  async #identify(): Promise<string> {
    const read = async (): Promise<string | undefined> => {
      const reading = this.#client.readStream<{ type: 'identified'; data: { identity: string } }>(this.#identityStream, { maxCount: 1, credentials: this.#credentials });
      const [identity] = await collect<{ event?: { data: { identity: string } } }, string>(reading, (item, taken) => (taken.push(item.event!.data.identity), 'done')).catch((error: unknown) => {
        if (typeOf(error) === ErrorType.STREAM_NOT_FOUND) return [];
        throw error;
      });
      return identity;
    };
    const known = await read();
    if (known !== undefined) return known;
    // Of two processes that come first together, one is refused, and both read what the other one wrote.
    await this.#client.appendToStream(this.#identityStream, jsonEvent({ type: 'identified', data: { identity: randomUUID() } }), { expectedRevision: MISSING, credentials: this.#credentials, deadline: APPEND_MS })
      .catch((error: unknown) => { if (!(error instanceof WrongExpectedVersionError)) throw ofAppend(error); });
    return (await read())!;
  }
}
