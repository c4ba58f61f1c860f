import { UPLOADS_PER_MINUTE } from '@hzm/contracts/features/attachments/attachment';
import { MESSAGES_PER_MINUTE } from '@hzm/contracts/features/threads/message';
import type { Source } from '../core/source.ts';
import { Counter, type RateLimitStatus } from './counter.ts';

const MINUTE = 60;
const QUARTER = 15 * 60;
const STRANGERS_PER_MINUTE = 600;
const SIGN_INS_PER_MINUTE = 600;
/** An account with all its keys may send so many times what one of them may. */
const ACCOUNT_SHARE = 2;
const FAILURES_PER_SUBJECT = 10;
const FAILURES_PER_ADDRESS = 50;
const LINKS_PER_ADDRESS = 20;

/** A password that is being judged. It counts as wrong until it is not, so that a burst gets no more tries than a row. */
export interface Guess {
  readonly status: RateLimitStatus;
  /** It was no wrong password. */
  forget(): void;
}

/** The rate limits of callers. */
export class Throttle {
  readonly #counter = new Counter();
  readonly #registrationsPerMinute: number;
  readonly #requestsPerMinute: number;

  /** @param registrationsPerMinute for each address; 0: no limit @param requestsPerMinute for each account; 0: no limit */
  constructor(registrationsPerMinute: number, requestsPerMinute: number) {
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

  /** Trying to sign in: counted before its body is read, which costs more than to refuse it. */
  signIn(address: string): RateLimitStatus {
    return this.#counter.count(`sign-in ${address}`, SIGN_INS_PER_MINUTE, MINUTE);
  }

  registration(address: string): RateLimitStatus | undefined {
    return this.#registrationsPerMinute === 0 ? undefined : this.#counter.count(`registration ${address}`, this.#registrationsPerMinute, MINUTE);
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

  /** Any request of an account, by a session or by one of its keys. */
  account(id: string): RateLimitStatus | undefined {
    return this.#requestsPerMinute === 0 ? undefined : this.#counter.count(`account ${id}`, this.#requestsPerMinute, MINUTE);
  }

  /** Counts for a member, and for its account, which has twice as much: the scarcer of both. */
  #shared(what: string, { account, member }: Source, perMinute: number): RateLimitStatus {
    const own = this.#counter.count(`${what} ${member}`, perMinute, MINUTE);
    const all = this.#counter.count(`${what} of ${account}`, ACCOUNT_SHARE * perMinute, MINUTE);
    return all.remaining < own.remaining || (all.isOver && !own.isOver) ? all : own;
  }

  /** A project password that came with a key: only wrong ones count. */
  projectPassword(address: string, isWrong: boolean): RateLimitStatus {
    return this.#counter.count(`project password ${address}`, FAILURES_PER_ADDRESS, QUARTER, isWrong ? 1 : 0);
  }

  /** A password for an account or a project, whether or not that exists; without a subject, a secret that only where it comes from is counted by. */
  guess(address: string, subject?: string): Guess {
    const counted = [...(subject === undefined ? [] : [[`guess at ${subject}`, FAILURES_PER_SUBJECT] as const]), [`guess from ${address}`, FAILURES_PER_ADDRESS] as const];
    const found = counted.map(([key, limit]) => this.#counter.count(key, limit, QUARTER));
    return {
      status: found.find(({ isOver }) => isOver) ?? found.at(-1)!,
      forget: () => counted.forEach(([key, limit]) => this.#counter.count(key, limit, QUARTER, -1)),
    };
  }
}
