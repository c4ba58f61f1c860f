import { LRUCache } from 'lru-cache';
import { takeOfAll, TokenBucket } from './token-bucket.ts';

/** The parts of an engine.io connection that tell of its packets before socket.io parses them. */
interface Connection {
  on(event: 'packet', listener: (packet: { readonly type: string; data?: unknown }) => void): void;
  close(discard?: boolean): void;
}

/** The longest message of a client, in bytes: as of a call that is open to everybody. */
const MAX_MESSAGE_BYTES = 16 * 1024;
/**
 * All connections of an account together may send so many messages at once, and so many each
 * second.
 */
const MAX_ACCOUNT_TOKENS = 5_000;
const ACCOUNT_TOKENS_PER_SECOND = 500;
/** The part of that for the keys of an account together: the rest is left to its sessions. */
const SHARE_OF_KEYS = 0.8;
/** Accounts whose allowance is remembered. */
const MAX_ACCOUNTS = 10_000;

const bytesOf = (data: unknown): number =>
  typeof data === 'string'
    ? Buffer.byteLength(data)
    : ArrayBuffer.isView(data)
      ? data.byteLength
      : 0;

/**
 * The allowance of a connection: its own allowance, and those it shares once it is known whose it
 * is.
 */
export class Allowance {
  readonly #own = new TokenBucket(performance.now());
  #shared: readonly TokenBucket[] = [];

  /** Counts for these, too, from now on. */
  share(buckets: readonly TokenBucket[]): void {
    this.#shared = buckets;
  }

  /**
   * Whether that was still within bounds. What is refused counts nowhere, nonsense for nobody else.
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

  /** The allowance that connections of an account share, by a session or by a key. */
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
 * Closes a connection that sends too many packets, or one that is too long, before anything of it
 * is parsed; also while nobody has said who they are.
 */
export function limitMessages(connection: Connection): Allowance {
  const allowance = new Allowance();
  connection.on('packet', packet => {
    if (allowance.take() && bytesOf(packet.data) <= MAX_MESSAGE_BYTES) return;
    // The parser refuses it at once.
    packet.data = '';
    connection.close(true);
  });
  return allowance;
}
