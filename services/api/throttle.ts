import { Problem } from '@hzm/contracts/core/problem';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** How much of an allowance is left, for the `RateLimit-*` headers. */
export interface Standing {
  readonly limit: number;
  readonly remaining: number;
  /** In seconds. */
  readonly reset: number;
}

const UNBOUNDED = Number.MAX_SAFE_INTEGER;
const LOGIN_WINDOW_S = 15 * 60;
const FAILURES_PER_ACCOUNT = 10;
const FAILURES_PER_ADDRESS = 50;

const secondsLeft = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1000));

const tooMany = (result: RateLimiterRes, text?: string) => new Problem('RATE_LIMIT_EXCEEDED', { retryAfter: secondsLeft(result), ...(text !== undefined && { text }) });

/** Who may ask how often. Counts in this process. */
export class Throttle {
  readonly #requests = new RateLimiterMemory({ keyPrefix: 'key', points: UNBOUNDED, duration: 60 });
  readonly #registrations = new RateLimiterMemory({ keyPrefix: 'register', points: UNBOUNDED, duration: 60 });
  readonly #failures = new RateLimiterMemory({ keyPrefix: 'login', points: UNBOUNDED, duration: LOGIN_WINDOW_S });
  readonly #registrationsPerMinute: number;

  /** @param registrationsPerMinute for each address; 0: no limit */
  constructor(registrationsPerMinute: number) {
    this.#registrationsPerMinute = registrationsPerMinute;
  }

  /** Counts a request with a key. @throws Problem RATE_LIMIT_EXCEEDED, with the standing as `data` */
  async key(text: string, limit: number): Promise<Standing> {
    const result = await this.#requests.consume(text);
    const standing = { limit, remaining: Math.max(0, limit - result.consumedPoints), reset: secondsLeft(result) };
    if (result.consumedPoints > limit) throw new Problem('RATE_LIMIT_EXCEEDED', { text: 'too-many-requests', retryAfter: standing.reset, data: standing });
    return standing;
  }

  /** @throws Problem RATE_LIMIT_EXCEEDED */
  async register(address: string): Promise<void> {
    if (this.#registrationsPerMinute === 0) return;
    const result = await this.#registrations.consume(address);
    if (result.consumedPoints > this.#registrationsPerMinute) throw tooMany(result);
  }

  /**
   * Runs a login. It counts as failed until it has not, so that a burst gets no more tries than a row;
   * whether the account exists makes no difference.
   * @throws Problem RATE_LIMIT_EXCEEDED
   */
  async login<Answer>(address: string, email: string, run: () => Promise<Answer>): Promise<Answer> {
    const counted = [[`account ${email}`, FAILURES_PER_ACCOUNT], [`address ${address}`, FAILURES_PER_ADDRESS]] as const;
    const results = await Promise.all(counted.map(([key]) => this.#failures.consume(key)));
    const giveBack = () => Promise.all(counted.map(([key]) => this.#failures.reward(key)));
    const over = results.find((result, i) => result.consumedPoints > counted[i]![1]);
    if (over) {
      await giveBack();
      throw tooMany(over);
    }
    try {
      const answer = await run();
      await giveBack();
      return answer;
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'INVALID_CREDENTIALS')) await giveBack();
      throw error;
    }
  }
}
