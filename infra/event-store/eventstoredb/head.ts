import {
  BACKWARDS,
  END,
  streamNameFilter,
  type AllStreamResolvedEvent,
  type EventStoreDBClient,
} from '@eventstore/db-client';
import { laterOf, positionOf, START, type Position } from '@hzm/contracts/core/position';
import { Unavailable } from '@hzm/services/core/ports/unavailable';
import { ofRead } from './failure.ts';
import { collect, SILENT_MS } from './reading.ts';
import { placeOf } from './recorded.ts';

/** Bounds the newer events filtered in this process; beyond it the server filters by stream. */
const FEW_EVENTS = 500;

interface Credentials {
  readonly username: string;
  readonly password: string;
}

const positionAt = ({ event }: AllStreamResolvedEvent): Position =>
  positionOf(event?.position?.commit ?? 0n);

/**
 * The positions of this installation's newest and first event in a server that holds other streams,
 * too. It remembers the part of the log already searched.
 */
export class Head {
  readonly #client: EventStoreDBClient;
  readonly #prefix: string;
  readonly #credentials: Credentials;
  /** Position of this installation's newest event up to `#seen`. */
  #newest: Position = START;
  #seen: Position = START;
  #first: Position | undefined;

  constructor(client: EventStoreDBClient, prefix: string, credentials: Credentials) {
    this.#client = client;
    this.#prefix = prefix;
    this.#credentials = credentials;
  }

  /** Records an event of this installation. */
  note(position: Position): void {
    this.#newest = laterOf(this.#newest, position);
    this.#seen = laterOf(this.#seen, position);
  }

  /** @throws Unavailable */
  async find(): Promise<Position> {
    let seen = this.#seen;
    const [last] = await this.#newestOfAll(1, () => false);
    const end = last ? positionAt(last) : START;
    // The log was replaced by an older copy.
    if (end < seen) {
      this.#newest = this.#seen = seen = START;
      this.#first = undefined;
    }
    if (end > seen) {
      const found = this.#isOurs(last!) ? end : await this.#look(seen);
      this.#newest = laterOf(this.#newest, found);
      this.#seen = laterOf(this.#seen, end);
    }
    return this.#newest;
  }

  /**
   * Returns the position of this installation's first event; undefined when there is none. @throws
   * Unavailable
   */
  async first(): Promise<Position | undefined> {
    if (this.#first === undefined) {
      const found = await this.#follow(START, 'first');
      if (found !== START) this.#first = found;
    }
    return this.#first;
  }

  /**
   * Returns the position of this installation's newest event after a position; `START` when there
   * is none.
   */
  async #look(seen: Position): Promise<Position> {
    const newest = await this.#newestOfAll(
      FEW_EVENTS,
      item => this.#isOurs(item) || positionAt(item) <= seen,
    );
    const last = newest.at(-1);
    if (last && this.#isOurs(last)) return positionAt(last);
    const isThrough = newest.length < FEW_EVENTS || positionAt(last!) <= seen;
    return isThrough ? START : this.#follow(seen, 'newest');
  }

  /**
   * Subscribes to this installation's streams until the wanted event or the end of the log. The
   * server filters out other events.
   */
  async #follow(seen: Position, wanted: 'first' | 'newest'): Promise<Position> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const silence = setTimeout(
      () => reject(new Unavailable('the event store is silent')),
      SILENT_MS,
    );
    const subscription = this.#client.subscribeToAll({
      fromPosition: placeOf(seen),
      credentials: this.#credentials,
      filter: streamNameFilter({
        prefixes: [this.#prefix],
        checkpointReached: () => void silence.refresh(),
      }),
    });
    let found: Position = START;
    const take = (): void => {
      for (
        let item: AllStreamResolvedEvent | null;
        (item = subscription.read() as AllStreamResolvedEvent | null) !== null;
      ) {
        if (wanted === 'newest' || found === START) found = positionAt(item);
      }
      if (wanted === 'first' && found !== START) resolve();
      silence.refresh();
    };
    subscription.on('readable', take);
    subscription.on('caughtUp', () => {
      take();
      resolve();
    });
    subscription.on('error', (error: unknown) => reject(ofRead(error)));
    for (const over of ['end', 'close'])
      subscription.on(over, () => reject(new Unavailable('the subscription ended')));
    try {
      await promise;
      return found;
    } finally {
      clearTimeout(silence);
      // Not awaited: with an unreachable server it never settles.
      subscription.unsubscribe().catch(() => undefined);
    }
  }

  /** Returns the newest events of all streams, newest first, up to the first wanted one. */
  async #newestOfAll(
    most: number,
    isWanted: (item: AllStreamResolvedEvent) => boolean,
  ): Promise<AllStreamResolvedEvent[]> {
    const found: AllStreamResolvedEvent[] = [];
    const asked = this.#client.readAll({
      fromPosition: END,
      direction: BACKWARDS,
      maxCount: most,
      credentials: this.#credentials,
    });
    await collect(asked, item => {
      found.push(item);
      return isWanted(item) && found.length < most ? 'done' : 'more';
    });
    return found;
  }

  #isOurs({ event }: AllStreamResolvedEvent): boolean {
    return event?.streamId.startsWith(this.#prefix) ?? false;
  }
}
