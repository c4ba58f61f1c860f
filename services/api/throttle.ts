import { UPLOADS_PER_MINUTE } from '@hzm/contracts/features/attachments/attachment';
import { MESSAGES_PER_MINUTE } from '@hzm/contracts/features/threads/message';
import type { Source } from '../core/limits/source.ts';
import type { LimitStore, LimitWindow } from '../core/ports/limit-store.ts';
import type { KnownAddresses } from '../core/security/known-addresses.ts';
import { Counter, type RateLimitStatus } from './counter.ts';
import { Guesses } from './guesses.ts';

const MINUTE = 60;
const QUARTER = 15 * 60;
const STRANGERS_PER_MINUTE = 600;
const SIGN_INS_PER_MINUTE = 600;
const HEALTH_PER_MINUTE = 12_000;
/** The multiple of a member's limit that an account with all its keys may use. */
const ACCOUNT_SHARE = 2;
/** The share of an account's limit that its keys may use, so that no key locks its owner out. */
const SHARE_OF_KEYS = 0.8;
const LINKS_PER_ADDRESS = 20;

const shareOf = (limit: number, isByKey: boolean): number =>
  isByKey ? Math.ceil(limit * SHARE_OF_KEYS) : limit;

/** The rate limits of callers. */
export class Throttle {
  readonly #counter: Counter;
  /** Protects this process alone, which answers without other processes. */
  readonly #healthChecks = new Counter();
  /** Failed passwords. */
  readonly guesses: Guesses;
  readonly #registrationsPerMinute: number;
  readonly #requestsPerMinute: number;

  /**
   * @param registrationsPerMinute per IP; 0 means no limit
   * @param requestsPerMinute per account; 0 means no limit
   * @param known IPs with earlier right passwords
   * @param store shared with other processes
   */
  constructor(
    registrationsPerMinute: number,
    requestsPerMinute: number,
    known: KnownAddresses,
    store?: LimitStore,
  ) {
    this.#counter = new Counter({ store });
    // A separate counter, so that floods of other requests do not evict failed passwords.
    this.guesses = new Guesses(new Counter({ store, isExact: true }), known);
    this.#registrationsPerMinute = registrationsPerMinute;
    this.#requestsPerMinute = requestsPerMinute;
  }

  key(id: string, perMinute: number): Promise<RateLimitStatus> {
    return this.#count(`key ${id}`, perMinute, MINUTE);
  }

  /** Counts a caller's use of a published endpoint. */
  endpoint(id: string, caller: string, perMinute: number): Promise<RateLimitStatus> {
    return this.#count(`endpoint ${id} ${caller}`, perMinute, MINUTE);
  }

  /** Counts a request without valid credentials. */
  unauthenticated(address: string): Promise<RateLimitStatus> {
    return this.#count(`stranger ${address}`, STRANGERS_PER_MINUTE, MINUTE);
  }

  /**
   * Counts a health check, separately so that floods do not take the server out of its load
   * balancer.
   */
  health(address: string): RateLimitStatus {
    return this.#healthChecks.count(`health ${address}`, HEALTH_PER_MINUTE, MINUTE);
  }

  /** Counts a sign-in before its body is read, which costs more than a refusal. */
  signIn(address: string): Promise<RateLimitStatus> {
    return this.#count(`sign-in ${address}`, SIGN_INS_PER_MINUTE, MINUTE);
  }

  async registration(address: string): Promise<RateLimitStatus | undefined> {
    return this.#registrationsPerMinute === 0
      ? undefined
      : this.#count(`registration ${address}`, this.#registrationsPerMinute, MINUTE);
  }

  /** Counts an upload. */
  upload(sender: Source): Promise<RateLimitStatus> {
    return this.#both('upload', sender, UPLOADS_PER_MINUTE);
  }

  /** Counts a request for a password reset link, for any e-mail address. */
  passwordLink(address: string): Promise<RateLimitStatus> {
    return this.#count(`password link ${address}`, LINKS_PER_ADDRESS, QUARTER);
  }

  /** Counts a write in threads. */
  message(sender: Source): Promise<RateLimitStatus> {
    return this.#both('message', sender, MESSAGES_PER_MINUTE);
  }

  /** Counts any request of an account; keys leave a share to sessions. */
  async account(id: string, isByKey: boolean): Promise<RateLimitStatus | undefined> {
    if (this.#requestsPerMinute === 0) return undefined;
    const key = `account ${id}`;
    const limit = shareOf(this.#requestsPerMinute, isByKey);
    return this.#counter.settled([{ key, limit, seconds: MINUTE }], () =>
      this.#counter.take(key, limit, MINUTE),
    );
  }

  #count(key: string, limit: number, seconds: number): Promise<RateLimitStatus> {
    return this.#counter.settled([{ key, limit, seconds }], () =>
      this.#counter.count(key, limit, seconds),
    );
  }

  /**
   * Counts for a member and its account, which has twice the limit, if both have room; returns the
   * scarcer of both.
   */
  #both(what: string, { account, member }: Source, perMinute: number): Promise<RateLimitStatus> {
    const ofAccount = shareOf(ACCOUNT_SHARE * perMinute, member !== account);
    const windows: readonly LimitWindow[] = [
      { key: `${what} ${member}`, limit: perMinute, seconds: MINUTE },
      { key: `${what} of ${account}`, limit: ofAccount, seconds: MINUTE },
    ];
    const count = (by: 0 | 1) =>
      windows.map(({ key, limit, seconds }) => this.#counter.count(key, limit, seconds, by));
    return this.#counter.settled(windows, () => {
      const full = count(0).find(({ remaining }) => remaining === 0);
      if (full) return { ...full, isOver: true };
      return count(1).reduce((own, all) => (all.remaining < own.remaining ? all : own));
    });
  }
}
