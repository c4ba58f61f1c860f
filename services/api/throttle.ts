import { UPLOADS_PER_MINUTE } from '@hzm/contracts/features/attachments/attachment';
import { MESSAGES_PER_MINUTE } from '@hzm/contracts/features/threads/message';
import type { KnownAddresses } from '../core/known-addresses.ts';
import type { Source } from '../core/source.ts';
import { Counter, type RateLimitStatus } from './counter.ts';
import { Guesses } from './guesses.ts';

const MINUTE = 60;
const QUARTER = 15 * 60;
const STRANGERS_PER_MINUTE = 600;
const SIGN_INS_PER_MINUTE = 600;
const HEALTH_PER_MINUTE = 12_000;
/** An account with all its keys may send so many times what one of them may. */
const ACCOUNT_SHARE = 2;
/** The share of an account's limit that its keys may use, so that no key locks its owner out. */
const SHARE_OF_KEYS = 0.8;
const LINKS_PER_ADDRESS = 20;

const shareOf = (limit: number, isByKey: boolean): number =>
  isByKey ? Math.ceil(limit * SHARE_OF_KEYS) : limit;

/** The rate limits of callers. */
export class Throttle {
  readonly #counter = new Counter();
  /** Wrong passwords. */
  readonly guesses: Guesses;
  readonly #registrationsPerMinute: number;
  readonly #requestsPerMinute: number;

  /**
   * @param registrationsPerMinute for each address; 0: no limit @param requestsPerMinute for each
   * account; 0: no limit @param known where passwords were right before
   */
  constructor(registrationsPerMinute: number, requestsPerMinute: number, known: KnownAddresses) {
    // Apart from the rest: no flood of anything else makes wrong passwords forgotten.
    this.guesses = new Guesses(new Counter(), known);
    this.#registrationsPerMinute = registrationsPerMinute;
    this.#requestsPerMinute = requestsPerMinute;
  }

  key(id: string, perMinute: number): RateLimitStatus {
    return this.#counter.count(`key ${id}`, perMinute, MINUTE);
  }

  /** A published endpoint, used by one caller. */
  endpoint(id: string, caller: string, perMinute: number): RateLimitStatus {
    return this.#counter.count(`endpoint ${id} ${caller}`, perMinute, MINUTE);
  }

  /** A caller without valid credentials. */
  unauthenticated(address: string): RateLimitStatus {
    return this.#counter.count(`stranger ${address}`, STRANGERS_PER_MINUTE, MINUTE);
  }

  /**
   * Asking for the server's health: counted apart, so that no flood of anything else takes a server
   * out of its balancer.
   */
  health(address: string): RateLimitStatus {
    return this.#counter.count(`health ${address}`, HEALTH_PER_MINUTE, MINUTE);
  }

  /** Trying to sign in: counted before its body is read, which costs more than to refuse it. */
  signIn(address: string): RateLimitStatus {
    return this.#counter.count(`sign-in ${address}`, SIGN_INS_PER_MINUTE, MINUTE);
  }

  registration(address: string): RateLimitStatus | undefined {
    return this.#registrationsPerMinute === 0
      ? undefined
      : this.#counter.count(`registration ${address}`, this.#registrationsPerMinute, MINUTE);
  }

  /** A file that somebody sends. */
  upload(sender: Source): RateLimitStatus {
    return this.#shared('upload', sender, UPLOADS_PER_MINUTE);
  }

  /** Asking for a link to a new password; whose makes no difference. */
  passwordLink(address: string): RateLimitStatus {
    return this.#counter.count(`password link ${address}`, LINKS_PER_ADDRESS, QUARTER);
  }

  /** What somebody writes in threads. */
  message(sender: Source): RateLimitStatus {
    return this.#shared('message', sender, MESSAGES_PER_MINUTE);
  }

  /**
   * Any request of an account, by a session or by one of its keys, which leave a part to sessions.
   */
  account(id: string, isByKey: boolean): RateLimitStatus | undefined {
    if (this.#requestsPerMinute === 0) return undefined;
    return this.#counter.take(`account ${id}`, shareOf(this.#requestsPerMinute, isByKey), MINUTE);
  }

  /**
   * Counts for a member, and for its account, which has twice as much, unless one has no room: the
   * scarcer of both.
   */
  #shared(what: string, { account, member }: Source, perMinute: number): RateLimitStatus {
    const limits = [
      [`${what} ${member}`, perMinute],
      [`${what} of ${account}`, shareOf(ACCOUNT_SHARE * perMinute, member !== account)],
    ] as const;
    const count = (by: 0 | 1) =>
      limits.map(([key, limit]) => this.#counter.count(key, limit, MINUTE, by));
    const full = count(0).find(({ remaining }) => remaining === 0);
    if (full) return { ...full, isOver: true };
    return count(1).reduce((own, all) => (all.remaining < own.remaining ? all : own));
  }
}
