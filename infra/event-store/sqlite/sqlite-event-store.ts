import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { positionOf, START, type Position } from '@hzm/contracts/core/position';
import { READ_BYTES } from '@hzm/services/core/ports/byte-budget';
import {
  OutcomeUnknown,
  storedBytes,
  WrongRevision,
  type Appended,
  type EventStore,
  type NewEvent,
  type StoredEvent,
} from '@hzm/services/core/ports/event-store';
import { Unavailable } from '@hzm/services/core/ports/unavailable';
import { openToRead, type DatabaseSync } from '../../sqlite/database.ts';
import { RestartingThread } from '../../sqlite/restarting-thread.ts';
import { ThreadEnded } from '../../sqlite/thread.ts';
import type { WorkerHost } from '../../sqlite/worker-host.ts';
import { checkAppend } from '../limits.ts';
import { LiveFeed } from '../live-feed.ts';
import { LogTables } from './format.ts';
import type { LogCalls } from './log-thread.ts';
import type { AppendOutcome, ToAppend } from './log-writer.ts';

interface Waiting extends ToAppend {
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: Error) => void;
}

interface Options {
  /** Called with the error when the writer thread ends; the next append restarts it. */
  readonly ended?: (error: unknown) => void;
  /** The writer thread, if it is shared with other files. */
  readonly host?: WorkerHost;
}

/** Pause between two steps of emptying, in milliseconds, so that appends go first. */
const EMPTYING_PAUSE_MS = 20;
/** Bounds one transaction; further appends wait for the next. */
const MAX_BYTES = READ_BYTES;

/**
 * The log in one SQLite file. A worker thread writes it (`log-thread.ts`), so callers wait for no
 * disk; reads use a read-only connection here. Appends of one turn, and those that arrive during a
 * write, share one transaction and its fsync.
 */
export class SqliteEventStore implements EventStore {
  readonly #feed: LiveFeed;
  readonly #thread: RestartingThread<LogCalls>;
  #database: DatabaseSync | undefined;
  #tables: LogTables | undefined;
  #identity = '';
  #head = 0;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #isClosed = false;

  private constructor(file: string, { ended = () => undefined, host }: Options) {
    this.#feed = new LiveFeed((after, limit) => this.readAll({ after, limit }));
    this.#thread = new RestartingThread(
      new URL('log-thread.ts', import.meta.url),
      { ended },
      async thread => {
        const { identity, head } = await thread.ask('open', file);
        // The previous thread may have written events that it could not report.
        if (this.#identity !== '' && head > this.#head) this.#feed.skip();
        this.#identity = identity;
        this.#head = head;
      },
      host,
    );
  }

  /**
   * @param file created when absent @throws Error when another version wrote it; `upgradeLog`
   * converts files of earlier ones
   */
  static async open(file: string, options: Options = {}): Promise<SqliteEventStore> {
    const store = new SqliteEventStore(file, options);
    try {
      await store.#thread.begun();
      store.#database = openToRead(file);
      store.#tables = new LogTables(store.#database);
      return store;
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  async append(stream: string, expected: number, events: readonly NewEvent[]): Promise<Appended> {
    checkAppend(events);
    this.#open();
    return await new Promise((resolve, reject) => {
      this.#waiting.push({ stream, expected, events, resolve, reject });
      this.#writing ??= this.#writeAll();
    });
  }

  async readStream(
    stream: string,
    {
      from = 0,
      limit = Infinity,
      bytes = Infinity,
    }: { from?: number; limit?: number; bytes?: number } = {},
  ): Promise<StoredEvent[]> {
    return this.#open().readStream(stream, from, limit, bytes);
  }

  async readAll({ after, limit }: { after: Position; limit: number }): Promise<StoredEvent[]> {
    return this.#open().readAll(Number(after), limit, READ_BYTES);
  }

  async eventIdAt(position: Position): Promise<string | undefined> {
    const [event] = position === START ? [] : this.#open().readAll(Number(position) - 1, 1);
    return event?.position === position ? event.id : undefined;
  }

  async head(): Promise<Position> {
    return this.#head === 0 ? START : positionOf(this.#head);
  }

  async size(): Promise<number> {
    this.#open();
    return (
      this.#database!.prepare(
        'SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size',
      ).get() as { size: number }
    ).size;
  }

  subscribe(after: Position, signal: AbortSignal): AsyncIterable<readonly StoredEvent[]> {
    return this.#feed.subscribe(after, signal);
  }

  async empty(all: readonly string[], signal: AbortSignal): Promise<void> {
    this.#open();
    const thread = await this.#thread.begun();
    const scopes = await thread.ask('remaining', all);
    if (scopes.length === 0) return;
    for (
      let after: number | undefined = 0;
      after !== undefined && !signal.aborted;
      await sleep(EMPTYING_PAUSE_MS)
    )
      after = await thread.ask('empty', { scopes, after });
  }

  async identity(): Promise<string> {
    return this.#identity;
  }

  async close(): Promise<void> {
    await this.#writing;
    this.#isClosed = true;
    if (this.#database?.isOpen) this.#database.close();
    // The last connection to close the file checkpoints it.
    await this.#thread.close();
  }

  #open(): LogTables {
    if (this.#isClosed) throw new Unavailable('closed');
    return this.#tables!;
  }

  async #writeAll(): Promise<void> {
    // Appends of the same turn share a transaction.
    await setImmediate();
    while (this.#waiting.length > 0) await this.#write(this.#taken());
    this.#writing = undefined;
  }

  /** Takes the oldest pending appends that fit one transaction. */
  #taken(): Waiting[] {
    let bytes = 0;
    const end = this.#waiting.findIndex(
      ({ events }) =>
        (bytes += events.reduce((sum, event) => sum + storedBytes(event), 0)) >= MAX_BYTES,
    );
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end + 1);
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    let outcomes: readonly AppendOutcome[];
    try {
      const thread = await this.#thread.begun();
      outcomes = await thread.ask(
        'append',
        batch.map(({ stream, expected, events }) => ({ stream, expected, events })),
      );
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      for (const { reject } of batch)
        reject(error instanceof ThreadEnded ? new OutcomeUnknown(text) : new Unavailable(text));
      return;
    }
    const written: StoredEvent[] = [];
    for (const [i, { stream, expected, events, resolve, reject }] of batch.entries()) {
      const outcome = outcomes[i]!;
      if ('actual' in outcome) {
        reject(new WrongRevision(expected, outcome.actual));
        continue;
      }
      resolve({ revision: outcome.revision, position: positionOf(outcome.position) });
      if (outcome.isRepeated) continue;
      this.#head = outcome.position;
      const first = outcome.position - events.length;
      for (const [at, event] of events.entries())
        written.push({
          ...event,
          stream,
          revision: expected + 1 + at,
          position: positionOf(first + 1 + at),
        });
    }
    if (written.length > 0) this.#feed.publish(written);
  }
}
