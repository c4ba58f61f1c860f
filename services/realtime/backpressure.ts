/** The internals of an engine.io connection; its types hide the buffer. */
interface Line {
  readonly writeBuffer: readonly { readonly data?: unknown }[];
  readonly transport: {
    readonly socket?: {
      readonly bufferedAmount?: number;
      readonly terminate?: () => void;
      readonly on?: (event: 'message', listener: () => void) => void;
    };
  };
}

/**
 * Maximum bytes waiting for one connection, above the heaviest replay, so that a reading client
 * receives it.
 */
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;
/** Maximum bytes waiting for all connections of this process, and for those of one account. */
const BUDGET_BYTES = 64 * 1024 * 1024;
const SHARE_OF_ACCOUNT = 0.5;

/** A response to a poll, which engine.io forgets as soon as it is handed to the system. */
interface PollResponse {
  once(event: 'close', listener: () => void): void;
  destroy(): void;
}
interface PolledConnection {
  readonly transport: { readonly res?: PollResponse | null };
  on(event: 'flush', listener: (packets: Line['writeBuffer']) => void): void;
  once(event: 'close', listener: () => void): void;
}
/** Bytes that the system takes of a response whether or not the client reads. */
const SYSTEM_BYTES = 64 * 1024;
/** Responses to polls that are not read yet, with their bytes, by connection. */
const unreadPolls = new WeakMap<object, Map<PollResponse, number>>();

const bytesOf = (packets: Line['writeBuffer']): number =>
  packets.reduce((sum, { data }) => sum + (typeof data === 'string' ? data.length : 0), 0);

function dropPolls(connection: object, above = 0): void {
  for (const [response, bytes] of unreadPolls.get(connection) ?? [])
    if (bytes > above) response.destroy();
}

/**
 * Counts responses to polls until they are read: a client may poll again before, many times. Drops
 * what waits when a connection closes, if it is large, because nothing would count it any more.
 */
export function countWaiting(connection: PolledConnection): void {
  const unread = new Map<PollResponse, number>();
  unreadPolls.set(connection, unread);
  connection.on('flush', packets => {
    const { res } = connection.transport;
    if (!res) return;
    unread.set(res, bytesOf(packets));
    res.once('close', () => unread.delete(res));
  });
  connection.once('close', () => {
    if (waiting(connection) > SYSTEM_BYTES) letGo(connection, SYSTEM_BYTES);
    // A flood would be read for half a minute, until its client answers the close frame.
    else (connection as object as Line).transport.socket?.on?.('message', () => letGo(connection));
  });
}

/** Returns the bytes waiting for a client, in the transport and before it. */
export function waiting(connection: object): number {
  const { writeBuffer, transport } = connection as Line;
  let bytes = (transport.socket?.bufferedAmount ?? 0) + bytesOf(writeBuffer);
  for (const polled of unreadPolls.get(connection)?.values() ?? []) bytes += polled;
  return bytes;
}

export const isSlow = (connection: object): boolean => waiting(connection) > MAX_BUFFERED_BYTES;

/**
 * Terminates a transport, because a close would keep its buffer until the client has read it.
 * @param above drops responses to polls that have more bytes
 */
export function letGo(connection: object, above = 0): void {
  (connection as Line).transport.socket?.terminate?.();
  dropPolls(connection, above);
}

/** A connection with bytes waiting at more than one check. */
interface Late<C> {
  readonly connection: C;
  readonly account: string;
  readonly bytes: number;
  readonly behind: number;
}

/**
 * Keeps the bytes waiting for all clients, and for those of one account, within a budget: the
 * client behind for longest is disconnected first.
 */
export class SendBuffers {
  readonly #budget: number;
  /** Consecutive checks at which a connection had bytes waiting. */
  readonly #behind = new WeakMap<object, number>();
  /** Bytes waiting at the last check plus those admitted since, in all and by account. */
  #total = 0;
  readonly #byAccount = new Map<string, number>();
  /** The largest send refused since the last check, in all and by account. */
  #wanted = 0;
  readonly #wantedBy = new Map<string, number>();

  constructor(budget = BUDGET_BYTES) {
    this.#budget = budget;
  }

  /** Whether these bytes of an account may be sent now; if so, counts them. */
  admit(account: string, connection: object, bytes: number): boolean {
    const own = waiting(connection);
    if (own > 0 && own + bytes > MAX_BUFFERED_BYTES) return false;
    const ofAccount = this.#byAccount.get(account) ?? 0;
    if (ofAccount > 0 && ofAccount + bytes > this.#share) {
      this.#wantedBy.set(account, Math.max(this.#wantedBy.get(account) ?? 0, bytes));
      return false;
    }
    if (this.#total + bytes > this.#budget) {
      this.#wanted = Math.max(this.#wanted, bytes);
      return false;
    }
    this.#count(account, bytes);
    return true;
  }

  /**
   * Returns the connections to close, so that the others stay within the budget, with room for the
   * largest refused sends. Spares clients that just fell behind.
   */
  look<C extends object>(connections: Iterable<C>, accountOf: (connection: C) => string): C[] {
    const late: Late<C>[] = [];
    this.#total = 0;
    this.#byAccount.clear();
    for (const connection of connections) {
      const bytes = waiting(connection);
      const behind = bytes === 0 ? 0 : (this.#behind.get(connection) ?? 0) + 1;
      this.#behind.set(connection, behind);
      const account = accountOf(connection);
      this.#count(account, bytes);
      if (behind > 1) late.push({ connection, account, bytes, behind });
    }
    return this.#close(late.toSorted((a, b) => b.behind - a.behind || b.bytes - a.bytes));
  }

  get #share(): number {
    return this.#budget * SHARE_OF_ACCOUNT;
  }

  #count(account: string, bytes: number): void {
    this.#total += bytes;
    this.#byAccount.set(account, (this.#byAccount.get(account) ?? 0) + bytes);
  }

  /** Takes from those behind, in this order, what others wait for. */
  #close<C>(late: readonly Late<C>[]): C[] {
    const wanted = this.#wanted;
    const wantedBy = new Map(this.#wantedBy);
    this.#wanted = 0;
    this.#wantedBy.clear();
    const isFull = (account: string): boolean => {
      const ofAccount = wantedBy.get(account);
      return (
        this.#total > Math.max(0, this.#budget - wanted) ||
        (ofAccount !== undefined &&
          this.#byAccount.get(account)! > Math.max(0, this.#share - ofAccount))
      );
    };
    return late.flatMap(({ connection, account, bytes }) => {
      if (!isFull(account)) return [];
      this.#count(account, -bytes);
      return [connection];
    });
  }
}
