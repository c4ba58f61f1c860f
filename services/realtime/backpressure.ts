/** The internals of an engine.io connection; its types hide the buffer. */
interface Line {
  readonly writeBuffer: readonly { readonly data?: unknown }[];
  readonly transport: {
    readonly socket?: { readonly bufferedAmount?: number; readonly terminate?: () => void };
  };
}

/**
 * Maximum bytes waiting for one connection, above the heaviest replay, so that a reading client
 * receives it.
 */
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;
/** Maximum bytes waiting for all connections of this process. */
const BUDGET_BYTES = 64 * 1024 * 1024;

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
 * Counts responses to polls until they are read: a client may poll again before, ever so often.
 * Drops large ones with their connection, since nobody would count them any more.
 */
export function countPolls(connection: PolledConnection): void {
  const unread = new Map<PollResponse, number>();
  unreadPolls.set(connection, unread);
  connection.on('flush', packets => {
    const { res } = connection.transport;
    if (!res) return;
    unread.set(res, bytesOf(packets));
    res.once('close', () => unread.delete(res));
  });
  connection.once('close', () => dropPolls(connection, SYSTEM_BYTES));
}

/** Returns the bytes waiting for a client, in the transport and before it. */
export function waiting(connection: object): number {
  const { writeBuffer, transport } = connection as Line;
  let bytes = (transport.socket?.bufferedAmount ?? 0) + bytesOf(writeBuffer);
  for (const polled of unreadPolls.get(connection)?.values() ?? []) bytes += polled;
  return bytes;
}

export const isSlow = (connection: object): boolean => waiting(connection) > MAX_BUFFERED_BYTES;

/** Terminates a transport, because a close would keep its buffer until the client has read it. */
export function letGo(connection: object): void {
  (connection as Line).transport.socket?.terminate?.();
  dropPolls(connection);
}

/**
 * Keeps the bytes waiting for all clients within a budget: the client behind for longest is
 * disconnected first.
 */
export class SendBuffers {
  readonly #budget: number;
  /** Consecutive checks at which a connection had bytes waiting. */
  readonly #behind = new WeakMap<object, number>();
  /** Bytes waiting at the last check plus those admitted since. */
  #total = 0;
  /** The largest send refused since the last check. */
  #wanted = 0;

  constructor(budget = BUDGET_BYTES) {
    this.#budget = budget;
  }

  /** Whether these bytes may be sent now; if so, counts them. */
  admit(connection: object, bytes: number): boolean {
    const own = waiting(connection);
    if (own > 0 && own + bytes > MAX_BUFFERED_BYTES) return false;
    if (this.#total + bytes > this.#budget) {
      this.#wanted = Math.max(this.#wanted, bytes);
      return false;
    }
    this.#total += bytes;
    return true;
  }

  /**
   * Returns the connections to close, so that the others stay within the budget, with room for the
   * largest refused send. Spares clients that just fell behind.
   */
  look<C extends object>(connections: Iterable<C>): C[] {
    const late: { readonly connection: C; readonly bytes: number; readonly behind: number }[] = [];
    this.#total = 0;
    for (const connection of connections) {
      const bytes = waiting(connection);
      const behind = bytes === 0 ? 0 : (this.#behind.get(connection) ?? 0) + 1;
      this.#behind.set(connection, behind);
      this.#total += bytes;
      if (behind > 1) late.push({ connection, bytes, behind });
    }
    const most = Math.max(0, this.#budget - this.#wanted);
    this.#wanted = 0;
    if (this.#total <= most) return [];
    const closing: C[] = [];
    for (const { connection, bytes } of late.toSorted(
      (a, b) => b.behind - a.behind || b.bytes - a.bytes,
    )) {
      closing.push(connection);
      this.#total -= bytes;
      if (this.#total <= most) break;
    }
    return closing;
  }
}
