import { MIB } from '../ports/byte-budget.ts';
import { busy } from './gate.ts';

/** Maximum bytes of unread answers, in all and of one account. */
const LIMITS = { together: 256 * MIB, each: 64 * MIB };
/** Minimum speed of a client in bytes per millisecond; slower ones give way to other answers. */
const FAIR_BYTES_PER_MS = 64;
/** Initial time without a minimum speed, in milliseconds. */
const GRACE_MS = 5_000;
const RETRY_MS = 5_000;

/** An answer that its client has not taken whole. */
export interface Unread {
  /** Counts bytes that the client has taken. */
  took(bytes: number): void;
  /** Counts the whole answer as taken, or as gone with its connection. */
  end(): void;
}

interface Answer {
  readonly account: string;
  readonly cut: () => void;
  readonly began: number;
  left: number;
  taken: number;
}

/**
 * Bounds the memory of answers that wait for slow clients, shared by accounts. Where an answer finds
 * no room, the connection of a slower client than is fair ends, of the account that has most.
 */
export class UnreadAnswers {
  readonly #limits: typeof LIMITS;
  readonly #now: () => number;
  /** Oldest first. */
  readonly #answers = new Set<Answer>();
  /** Bytes that are not taken, in all and by account. */
  #total = 0;
  readonly #byAccount = new Map<string, number>();

  constructor(limits = LIMITS, now = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /**
   * Counts an answer until its client has taken it.
   * @param account that pays, or an address
   * @param cut ends its connection
   * @param isDue whether it must be sent, because something was written: the oldest answers of the
   * account give way to it
   * @throws Problem NOT_READY if there is no room
   */
  count(account: string, bytes: number, cut: () => void, isDue: boolean): Unread {
    while (this.#isFull(account, bytes)) {
      const slow = this.#slowest(account, bytes) ?? (isDue ? this.#of(account)[0] : undefined);
      if (slow) this.#cut(slow);
      else if (isDue) break;
      else throw busy(RETRY_MS);
    }
    const answer: Answer = { account, cut, began: this.#now(), left: 0, taken: 0 };
    this.#answers.add(answer);
    this.#add(answer, bytes);
    return {
      took: taken => {
        answer.taken += taken;
        this.#add(answer, -Math.min(taken, answer.left));
      },
      end: () => this.#remove(answer),
    };
  }

  #add(answer: Answer, bytes: number): void {
    answer.left += bytes;
    this.#total += bytes;
    const own = (this.#byAccount.get(answer.account) ?? 0) + bytes;
    if (own > 0) this.#byAccount.set(answer.account, own);
    else this.#byAccount.delete(answer.account);
  }

  #remove(answer: Answer): void {
    this.#answers.delete(answer);
    this.#add(answer, -answer.left);
  }

  #isFull(account: string, bytes: number): boolean {
    const { together } = this.#limits;
    return this.#isShareFull(account, bytes) || (this.#total > 0 && this.#total + bytes > together);
  }

  /** An answer alone always fits. */
  #isShareFull(account: string, bytes: number): boolean {
    const own = this.#byAccount.get(account) ?? 0;
    return own > 0 && own + bytes > this.#limits.each;
  }

  #of(account: string): Answer[] {
    return [...this.#answers].filter(answer => answer.account === account);
  }

  /** Returns the oldest slow answer: of the account if its share is full, else of the largest. */
  #slowest(account: string, bytes: number): Answer | undefined {
    const accounts = this.#isShareFull(account, bytes)
      ? [account]
      : [...this.#byAccount].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
    for (const name of accounts) {
      const slow = this.#of(name).find(answer => this.#isSlow(answer));
      if (slow) return slow;
    }
    return undefined;
  }

  #isSlow({ began, taken, left }: Answer): boolean {
    const ms = this.#now() - began;
    return left > 0 && ms > GRACE_MS && taken < ms * FAIR_BYTES_PER_MS;
  }

  #cut(answer: Answer): void {
    this.#remove(answer);
    answer.cut();
  }
}
