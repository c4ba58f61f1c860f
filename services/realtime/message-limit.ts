import { LRUCache } from 'lru-cache';
import { letGo } from './backpressure.ts';
import { takeOfAll, TokenBucket } from './token-bucket.ts';

/** The parts of an engine.io connection that expose packets before socket.io parses them. */
interface Connection {
  on(event: 'packet', listener: (packet: { readonly type: string; data?: unknown }) => void): void;
  close(discard?: boolean): void;
}

/** Maximum bytes of a client's message, as for a body of a public call. */
const MAX_MESSAGE_BYTES = 16 * 1024;
/** Burst and rate of messages of all connections of an account together. */
const MAX_ACCOUNT_TOKENS = 5_000;
const ACCOUNT_TOKENS_PER_SECOND = 500;
/** The share for the account's keys together; the rest is left to its sessions. */
const SHARE_OF_KEYS = 0.8;
/** Accounts with a cached allowance. */
const MAX_ACCOUNTS = 10_000;

const bytesOf = (data: unknown): number =>
  typeof data === 'string'
    ? Buffer.byteLength(data)
    : ArrayBuffer.isView(data)
      ? data.byteLength
      : 0;

/** Whether a packet asks for a namespace other than the root; its name would be sent back. */
const isElsewhere = (data: unknown): boolean => typeof data === 'string' && /^0\/[^,]/.test(data);

/** The message allowance of a connection: its own, and shared ones once its account is known. */
export class Allowance {
  readonly #own = new TokenBucket(performance.now());
  #shared: readonly TokenBucket[] = [];

  /** Counts for these buckets, too, from now on. */
  share(buckets: readonly TokenBucket[]): void {
    this.#shared = buckets;
  }

  /**
   * Whether a message is within bounds. Refused ones cost nothing; invalid ones count for this
   * connection only.
   */
  take(isNonsense = false): boolean {
    return takeOfAll(
      isNonsense ? [this.#own] : [this.#own, ...this.#shared],
      performance.now(),
      isNonsense,
    );
  }
}

interface OfAccount {
  readonly all: TokenBucket;
  readonly keys: TokenBucket;
}

const bucketOf = (share: number): TokenBucket =>
  new TokenBucket(performance.now(), MAX_ACCOUNT_TOKENS * share, ACCOUNT_TOKENS_PER_SECOND * share);

/** The allowances of accounts. */
export class AccountAllowances {
  readonly #accounts = new LRUCache<string, OfAccount>({ max: MAX_ACCOUNTS });

  /** Returns the shared buckets of an account's connections, by a session or by a key. */
  of(account: string, by: 'session' | 'key'): readonly TokenBucket[] {
    let known = this.#accounts.get(account);
    if (!known) {
      known = { all: bucketOf(1), keys: bucketOf(SHARE_OF_KEYS) };
      this.#accounts.set(account, known);
    }
    return by === 'key' ? [known.keys, known.all] : [known.all];
  }
}

/**
 * Closes a connection that sends too many packets, one that is too long, or one for another
 * namespace, before parsing; also before authentication.
 */
export function limitMessages(connection: Connection): Allowance {
  const allowance = new Allowance();
  connection.on('packet', packet => {
    const { data } = packet;
    if (allowance.take() && bytesOf(data) <= MAX_MESSAGE_BYTES && !isElsewhere(data)) return;
    // An empty packet makes the parser fail immediately.
    packet.data = '';
    connection.close(true);
    // A flood would be read until its client answers a close frame.
    letGo(connection);
  });
  return allowance;
}
