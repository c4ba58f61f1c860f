import { LRUCache } from 'lru-cache';
import { TokenBucket } from './token-bucket.ts';

/** The parts of an engine.io connection that tell of its packets before socket.io parses them. */
interface Connection {
  on(event: 'packet', listener: (packet: { readonly type: string; data?: unknown }) => void): void;
  close(discard?: boolean): void;
}

/** The longest message of a client, in bytes: as of a call that is open to everybody. */
const MAX_MESSAGE_BYTES = 16 * 1024;
/** All connections of an account together may send so many messages at once, and so many each second. */
const MAX_ACCOUNT_TOKENS = 5_000;
const ACCOUNT_TOKENS_PER_SECOND = 500;
/** Accounts whose allowance is remembered. */
const MAX_ACCOUNTS = 10_000;

const bytesOf = (data: unknown): number => (typeof data === 'string' ? Buffer.byteLength(data) : ArrayBuffer.isView(data) ? data.byteLength : 0);

/** What a connection may still send: its own allowance, and its account's once that is known. */
export class Allowance {
  readonly #own = new TokenBucket(Date.now());
  #account: TokenBucket | undefined;

  /** Counts for the account, too, from now on. */
  share(account: TokenBucket): void {
    this.#account = account;
  }

  /** Whether that was still within bounds. */
  take(isNonsense = false): boolean {
    const now = Date.now();
    return this.#own.take(now, isNonsense) && (this.#account?.take(now, isNonsense) ?? true);
  }
}

/** The allowances of accounts. */
export class AccountAllowances {
  readonly #accounts = new LRUCache<string, TokenBucket>({ max: MAX_ACCOUNTS });

  of(account: string): TokenBucket {
    let bucket = this.#accounts.get(account);
    if (!bucket) this.#accounts.set(account, (bucket = new TokenBucket(Date.now(), MAX_ACCOUNT_TOKENS, ACCOUNT_TOKENS_PER_SECOND)));
    return bucket;
  }
}

/** Closes a connection that sends too many packets, or one that is too long, before anything of it is parsed; also while nobody has said who they are. */
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
