import { Counter, type Standing } from './counter.ts';

const MINUTE = 60;
const QUARTER = 15 * 60;
const STRANGERS_PER_MINUTE = 600;
const FAILURES_PER_ACCOUNT = 10;
const FAILURES_PER_ADDRESS = 50;

/** A login under way. It counts as failed until it has not, so that a burst gets no more tries than a row. */
export interface LoginAttempt {
  readonly standing: Standing;
  /** It was no wrong password. */
  forget(): void;
}

/** Who may ask how often. */
export class Throttle {
  readonly #counter = new Counter();
  readonly #registrationsPerMinute: number;

  /** @param registrationsPerMinute for each address; 0: no limit */
  constructor(registrationsPerMinute: number) {
    this.#registrationsPerMinute = registrationsPerMinute;
  }

  key(text: string, perMinute: number): Standing {
    return this.#counter.count(`key ${text}`, perMinute, MINUTE);
  }

  /** Somebody who shows nothing of themselves, or something wrong. */
  stranger(address: string): Standing {
    return this.#counter.count(`stranger ${address}`, STRANGERS_PER_MINUTE, MINUTE);
  }

  registration(address: string): Standing | undefined {
    return this.#registrationsPerMinute === 0 ? undefined : this.#counter.count(`registration ${address}`, this.#registrationsPerMinute, MINUTE);
  }

  /** A project password that came with a key: only wrong ones count. */
  projectPassword(address: string, isWrong: boolean): Standing {
    return this.#counter.count(`project password ${address}`, FAILURES_PER_ADDRESS, QUARTER, isWrong ? 1 : 0);
  }

  /** Whether the account exists makes no difference. */
  login(address: string, email: string): LoginAttempt {
    const counted = [[`login to ${email}`, FAILURES_PER_ACCOUNT], [`login from ${address}`, FAILURES_PER_ADDRESS]] as const;
    const [account, neighbours] = counted.map(([key, limit]) => this.#counter.count(key, limit, QUARTER)) as [Standing, Standing];
    return {
      standing: account.isOver ? account : neighbours,
      forget: () => counted.forEach(([key, limit]) => this.#counter.count(key, limit, QUARTER, -1)),
    };
  }
}
