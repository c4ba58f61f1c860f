import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@hzm/contracts/core/problem';
import { networksOf } from '../core/ip-rate-limit-key.ts';
import type { KnownAddresses } from '../core/known-addresses.ts';
import { Tally } from '../core/tally.ts';
import type { Counter, RateLimitStatus } from './counter.ts';

const QUARTER_S = 15 * 60;
/** Wrong ones of one guesser for one subject. */
const MAX_PER_PAIR = 10;
/**
 * Wrong ones from one address; of the three headers, which programs send by the hundred, also for
 * one key.
 */
const MAX_PER_ADDRESS = 50;
/**
 * Wrong ones for one subject from everywhere, beyond which addresses that were never right wait.
 */
const MAX_UNDELAYED = 100;
/** The step by which each further wait grows, and the longest wait, in milliseconds. */
const DELAY_STEP_MS = 250;
const MAX_DELAY_MS = 30_000;
/** A socket that has not said who it is by then is closed anyway. */
const MAX_SOCKET_DELAY_MS = 5_000;
/**
 * Guesses that wait: from one address, for one subject, in all; of the last two a network has a
 * share, and a wider one a larger.
 */
const MAX_WAITING_PER_ADDRESS = 3;
const MAX_WAITING_PER_SUBJECT = 500;
const MAX_WAITING = 5_000;
const SHARE_OF_NETWORK = 0.05;
const SHARE_OF_WIDE_NETWORK = 0.2;

/** A password that somebody shows. */
export interface Shown {
  /**
   * The name of the thing it opens, whether or not that exists; undefined: a secret that only where
   * it comes from is counted by.
   */
  readonly subject: string | undefined;
  /** The account that shows it, or the address where it is not known who does. */
  readonly by: string;
  readonly address: string;
}

/**
 * The counts of one password that is judged. It counts as wrong until it is not, so that a burst
 * gets no more tries than a row.
 */
export interface Guess {
  readonly shown: Shown;
  readonly own: RateLimitStatus | undefined;
  readonly ofAddress: RateLimitStatus;
  readonly delayMs: number;
  /** It was no wrong password. */
  forget(): void;
}

type Count = (key: string, limit: number, by: -1 | 0 | 1) => RateLimitStatus;

/**
 * Counts wrong passwords so that nobody guesses much, and nobody locks out whom a password belongs
 * to: those who guess are refused, by what they guess at and from where; what is guessed at from
 * everywhere only waits, and not where it was right before.
 */
export class Guesses {
  readonly #count: Count;
  readonly #known: KnownAddresses;
  readonly #waiting = new Tally();

  constructor(counter: Counter, known: KnownAddresses) {
    this.#count = (key, limit, by) => counter.count(key, limit, QUARTER_S, by);
    this.#known = known;
  }

  begin(shown: Shown): Guess {
    return this.#counted('password', shown, MAX_PER_PAIR, 1);
  }

  /**
   * The three headers of a key, which are compared before they are counted, and counted apart: a
   * program with an old password keeps nobody at its address from signing in.
   */
  headers(apiKey: string, address: string, isWrong: boolean): Guess {
    return this.#counted(
      'headers',
      { subject: `key ${apiKey}`, by: address, address },
      MAX_PER_ADDRESS,
      isWrong ? 1 : 0,
    );
  }

  /** The password was right: what others do counts no more from this address. */
  remember(subject: string, address: string): void {
    this.#known.remember(subject, address);
  }

  /**
   * The limit that this guess has reached, if any; resolves when it may be judged. @throws Problem
   * RATE_LIMIT_EXCEEDED when too many wait
   */
  async reached(
    { shown: { subject, address }, own, ofAddress, delayMs }: Guess,
    gone: () => AbortSignal,
  ): Promise<RateLimitStatus | undefined> {
    if (own?.isOver === true) return own;
    if (!ofAddress.isOver && delayMs === 0) return undefined;
    if (subject !== undefined && (await this.#known.has(subject, address))) return undefined;
    if (ofAddress.isOver) return ofAddress;
    await this.#wait(subject!, address, delayMs, gone());
    return undefined;
  }

  /** Whether a socket with these three headers is refused. */
  async refusesSocket(apiKey: string, address: string, isWrong: boolean): Promise<boolean> {
    const guess = this.headers(apiKey, address, isWrong);
    const delayMs = Math.min(guess.delayMs, MAX_SOCKET_DELAY_MS);
    return (
      (await this.reached({ ...guess, delayMs }, () => AbortSignal.timeout(MAX_DELAY_MS)).catch(
        () => guess.ofAddress,
      )) !== undefined
    );
  }

  #counted(kind: 'password' | 'headers', shown: Shown, maxPerPair: number, by: 0 | 1): Guess {
    const { subject, address } = shown;
    const pair = `guess at ${subject} by ${shown.by}`;
    const own = subject === undefined ? undefined : this.#count(pair, maxPerPair, by);
    const ofAddress = this.#count(`${kind} from ${address}`, MAX_PER_ADDRESS, by);
    // A guess that is refused anyway makes no other caller wait.
    const isRefused = own?.isOver === true || ofAddress.isOver;
    const all = subject === undefined ? 0 : this.#all(subject, isRefused ? 0 : by);
    return {
      shown,
      own,
      ofAddress,
      delayMs: Math.min(MAX_DELAY_MS, Math.max(0, all - MAX_UNDELAYED) * DELAY_STEP_MS),
      forget: () => {
        if (subject !== undefined) {
          this.#count(pair, maxPerPair, -1);
          if (!isRefused) this.#all(subject, -1);
        }
        this.#count(`${kind} from ${address}`, MAX_PER_ADDRESS, -1);
      },
    };
  }

  /** The number of wrong guesses from everywhere. */
  #all(subject: string, by: -1 | 0 | 1): number {
    const { limit, remaining } = this.#count(`guess at ${subject}`, Number.MAX_SAFE_INTEGER, by);
    return limit - remaining;
  }

  async #wait(subject: string, address: string, delayMs: number, gone: AbortSignal): Promise<void> {
    const { network, wideNetwork } = networksOf(address);
    const shares = [
      [network, SHARE_OF_NETWORK],
      [wideNetwork, SHARE_OF_WIDE_NETWORK],
    ] as const;
    const places: readonly (readonly [name: string, max: number])[] = [
      ['all', MAX_WAITING],
      [`at ${subject}`, MAX_WAITING_PER_SUBJECT],
      [`from ${address}`, MAX_WAITING_PER_ADDRESS],
      ...shares.flatMap(
        ([name, share]) =>
          [
            [`from network ${name}`, MAX_WAITING * share],
            [`at ${subject} from network ${name}`, MAX_WAITING_PER_SUBJECT * share],
          ] as const,
      ),
    ];
    if (places.some(([name, max]) => this.#waiting.of(name) >= max))
      throw new Problem('RATE_LIMIT_EXCEEDED', {
        text: 'too-many-requests',
        retryAfter: MAX_DELAY_MS / 1000,
      });
    const leave = places.map(([name]) => this.#waiting.add(name));
    await sleep(delayMs, undefined, { signal: gone })
      .catch(() => {
        throw new Problem('RATE_LIMIT_EXCEEDED');
      })
      .finally(() => leave.forEach(one => one()));
  }
}
