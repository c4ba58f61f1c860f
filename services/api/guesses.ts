import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@hzm/contracts/core/problem';
import { networksOf } from '../core/limits/ip-rate-limit-key.ts';
import { Tally } from '../core/limits/tally.ts';
import type { KnownAddresses } from '../core/security/known-addresses.ts';
import type { Counter, RateLimitStatus } from './counter.ts';

const QUARTER_S = 15 * 60;
/** Maximum failed attempts of one caller for one subject. */
const MAX_PER_PAIR = 10;
/**
 * Maximum failed attempts from one IP and, for the three headers, which programs send by the
 * hundred, also for one key.
 */
const MAX_PER_ADDRESS = 50;
/** Failed attempts for one subject from everywhere, beyond which unknown IPs are delayed. */
const MAX_UNDELAYED = 100;
/** The step by which each further delay grows, and the maximum delay, in milliseconds. */
const DELAY_STEP_MS = 250;
const MAX_DELAY_MS = 30_000;
/** Maximum delay for a socket, which is closed anyway if not authenticated by then. */
const MAX_SOCKET_DELAY_MS = 5_000;
/**
 * Maximum waiting attempts per IP, per subject and in all; a network may use a share of the last
 * two, and a wider network a larger share.
 */
const MAX_WAITING_PER_ADDRESS = 3;
const MAX_WAITING_PER_SUBJECT = 500;
const MAX_WAITING = 5_000;
const SHARE_OF_NETWORK = 0.05;
const SHARE_OF_WIDE_NETWORK = 0.2;

/** A password to verify. */
export interface Shown {
  /**
   * The name of the protected thing, existing or not; undefined for a secret that counts by IP
   * only.
   */
  readonly subject: string | undefined;
  /** The account of the caller, or the IP if unknown. */
  readonly by: string;
  readonly address: string;
}

/**
 * The counts of one attempt. It counts as failed until it succeeds, so that a burst gets no more
 * attempts than a sequence.
 */
export interface Guess {
  readonly shown: Shown;
  readonly own: RateLimitStatus | undefined;
  readonly ofAddress: RateLimitStatus;
  /** Whether the IP is known for the subject; undefined if nobody has looked yet. */
  readonly isKnown: boolean | undefined;
  readonly delayMs: number;
  /** Takes the counts back, because the attempt did not fail. */
  forget(): void;
}

/** One attempt that is being counted. */
interface Counting extends Pick<Guess, 'shown' | 'ofAddress' | 'isKnown'> {
  readonly fromAddress: string;
  readonly maxPerPair: number;
  readonly by: 0 | 1;
}

const pairOf = ({ subject, by }: Shown): string => `guess at ${subject} by ${by}`;

/**
 * Counts failed attempts so that nobody guesses much and no attacker locks an owner out: guessers
 * are refused by subject and IP, while attempts from everywhere only delay unknown IPs.
 */
export class Guesses {
  readonly #counter: Counter;
  readonly #known: KnownAddresses;
  readonly #waiting = new Tally();

  constructor(counter: Counter, known: KnownAddresses) {
    this.#counter = counter;
    this.#known = known;
  }

  begin(shown: Shown): Promise<Guess> {
    return this.#counted('password', shown, MAX_PER_PAIR, 1);
  }

  /**
   * Counts the three headers of a key (`subject`), which are compared before they are counted, and
   * separately: a program with an old password does not block sign-in from its IP.
   */
  headers(subject: string, address: string, isWrong: boolean): Promise<Guess> {
    return this.#counted(
      'headers',
      { subject, by: address, address },
      MAX_PER_ADDRESS,
      isWrong ? 1 : 0,
    );
  }

  /** Marks the IP as known for the subject, so that attempts from elsewhere no longer delay it. */
  remember(subject: string, address: string): void {
    this.#known.remember(subject, address);
  }

  /**
   * Resolves, after any delay, with the limit that the attempt exceeds, if any.
   * @throws Problem RATE_LIMIT_EXCEEDED when too many wait
   */
  async reached(
    { shown: { subject, address }, own, ofAddress, isKnown, delayMs }: Guess,
    gone: () => AbortSignal,
  ): Promise<RateLimitStatus | undefined> {
    if (own?.isOver === true) return own;
    if (!ofAddress.isOver && delayMs === 0) return undefined;
    if (isKnown ?? (await this.#isKnown(subject, address))) return undefined;
    if (ofAddress.isOver) return ofAddress;
    await this.#wait(subject!, address, delayMs, gone());
    return undefined;
  }

  /** Whether a socket with these three headers is refused. */
  async refusesSocket(subject: string, address: string, isWrong: boolean): Promise<boolean> {
    const guess = await this.headers(subject, address, isWrong);
    const delayMs = Math.min(guess.delayMs, MAX_SOCKET_DELAY_MS);
    return (
      (await this.reached({ ...guess, delayMs }, () => AbortSignal.timeout(MAX_DELAY_MS)).catch(
        () => guess.ofAddress,
      )) !== undefined
    );
  }

  async #counted(
    kind: 'password' | 'headers',
    shown: Shown,
    maxPerPair: number,
    by: 0 | 1,
  ): Promise<Guess> {
    const { subject, address } = shown;
    const fromAddress = `${kind} from ${address}`;
    const count = (ofAddress: RateLimitStatus, isKnown?: boolean): Guess =>
      this.#guess({ shown, fromAddress, ofAddress, isKnown, maxPerPair, by });
    const countAddress = (): RateLimitStatus => this.#count(fromAddress, MAX_PER_ADDRESS, by);
    // Only looking needs no count of the others.
    if (by === 0) return count(countAddress());
    const ofAddress = await this.#settled([[fromAddress, MAX_PER_ADDRESS]], countAddress);
    const isKnown = ofAddress.isOver ? await this.#isKnown(subject, address) : undefined;
    // A flood from one IP leaves no counts of the subjects that it invents.
    if (isKnown === false || subject === undefined) return count(ofAddress, isKnown);
    return this.#settled(
      [
        [pairOf(shown), maxPerPair],
        [`guess at ${subject}`, Number.MAX_SAFE_INTEGER],
      ],
      () => count(ofAddress, isKnown),
    );
  }

  #guess({ shown, fromAddress, ofAddress, isKnown, maxPerPair, by }: Counting): Guess {
    const { subject } = shown;
    const pair = pairOf(shown);
    const byPair = isKnown === false ? 0 : by;
    const own = subject === undefined ? undefined : this.#count(pair, maxPerPair, byPair);
    // An attempt that is refused anyway does not delay other callers.
    const isRefused = own?.isOver === true || ofAddress.isOver;
    const all = subject === undefined ? 0 : this.#all(subject, isRefused ? 0 : by);
    return {
      shown,
      own,
      ofAddress,
      isKnown,
      delayMs: Math.min(MAX_DELAY_MS, Math.max(0, all - MAX_UNDELAYED) * DELAY_STEP_MS),
      forget: () => {
        if (subject !== undefined) {
          if (byPair === 1) this.#count(pair, maxPerPair, -1);
          if (!isRefused) this.#all(subject, -1);
        }
        this.#count(fromAddress, MAX_PER_ADDRESS, -1);
      },
    };
  }

  async #isKnown(subject: string | undefined, address: string): Promise<boolean> {
    return subject !== undefined && (await this.#known.has(subject, address));
  }

  #settled<T>(limits: readonly (readonly [key: string, limit: number])[], count: () => T) {
    return this.#counter.settled(
      limits.map(([key, limit]) => ({ key, limit, seconds: QUARTER_S })),
      count,
    );
  }

  #count(key: string, limit: number, by: -1 | 0 | 1): RateLimitStatus {
    return this.#counter.count(key, limit, QUARTER_S, by);
  }

  /** Returns the number of failed attempts from everywhere. */
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
