/** What is asked of an engine.io connection; its types hide the buffer. */
interface Line {
  readonly writeBuffer: readonly { readonly data?: unknown }[];
  readonly transport: {
    readonly socket?: { readonly bufferedAmount?: number; readonly terminate?: () => void };
  };
}

/**
 * What one connection may have waiting, in bytes. Above the heaviest replay, so that a client that
 * reads receives it.
 */
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;
/** What all connections of this process may have waiting together, in bytes. */
const BUDGET_BYTES = 64 * 1024 * 1024;

/** Bytes that wait for a client to read them, in the transport and in front of it. */
export function waiting(connection: object): number {
  const { writeBuffer, transport } = connection as Line;
  let bytes = transport.socket?.bufferedAmount ?? 0;
  for (const { data } of writeBuffer) bytes += typeof data === 'string' ? data.length : 0;
  return bytes;
}

export const isSlow = (connection: object): boolean => waiting(connection) > MAX_BUFFERED_BYTES;

/**
 * Lets go of what waits for a client at once: closing alone would keep it until the client has read
 * it.
 */
export const letGo = (connection: object): void =>
  (connection as Line).transport.socket?.terminate?.();

/**
 * What waits for all clients together, kept within a budget: the client that has been behind for
 * longest is disconnected first.
 */
export class SendBuffers {
  readonly #budget: number;
  /** For how many looks in a row a connection had something waiting. */
  readonly #behind = new WeakMap<object, number>();
  /** What waited when it was looked last, and what was let through since. */
  #total = 0;
  /** The most that was not let through since then, for want of room. */
  #wanted = 0;

  constructor(budget = BUDGET_BYTES) {
    this.#budget = budget;
  }

  /** Whether so many bytes may be sent to a client at once, and counts them if so. */
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
   * Which of the connections must be closed, so that what waits for the others stays within the
   * budget, with room for who found none. Those that fell behind only just now are not meant.
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
