import { MIB } from '../ports/byte-budget.ts';
import { busy } from './gate.ts';

/** Maximum bytes of answers, or of bodies, in all and of one account. */
const LIMITS = { together: 256 * MIB, each: 64 * MIB };
/** Minimum speed of a client in bytes per millisecond; slower ones give way to others. */
const FAIR_BYTES_PER_MS = 64;
/** Initial time without a minimum speed, in milliseconds. */
const GRACE_MS = 5_000;
const RETRY_MS = 5_000;

/** The memory of an answer that its client has not taken, or of a body that has not come, whole. */
export interface ClientShare {
  /** Counts bytes that the client has taken. */
  took(bytes: number): void;
  /** Counts bytes that have come. @throws Problem NOT_READY if there is no room */
  came(bytes: number): void;
  /** Counts the whole as taken, as come, or as gone with its connection. */
  end(): void;
}

interface Share {
  readonly account: string;
  readonly cut: () => void;
  readonly began: number;
  left: number;
  passed: number;
}

/**
 * Bounds the memory of answers, or of bodies, that waits for slow clients, shared by accounts. Where
 * one finds no room, the connection of a slower client than is fair ends, of the account with most.
 */
export class ClientMemory {
  readonly #limits: typeof LIMITS;
  readonly #now: () => number;
  /** Oldest first. */
  readonly #shares = new Set<Share>();
  /** Bytes that are held, in all and by account. */
  #total = 0;
  readonly #byAccount = new Map<string, number>();

  constructor(limits = LIMITS, now = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /**
   * Counts an answer until its client has taken it, or a body until it has come.
   * @param account that pays, or an address
   * @param bytes of the answer; 0 for a body, which is counted as it comes
   * @param cut ends its connection
   * @param isDue whether it must be sent, because something was written: the oldest answers of the
   * account give way to it
   * @throws Problem NOT_READY if there is no room
   */
  count(account: string, bytes: number, cut: () => void, isDue: boolean): ClientShare {
    this.#makeRoom(account, bytes, isDue);
    const share: Share = { account, cut, began: this.#now(), left: 0, passed: 0 };
    this.#shares.add(share);
    this.#add(share, bytes);
    return {
      took: taken => {
        share.passed += taken;
        this.#add(share, -Math.min(taken, share.left));
      },
      came: come => {
        share.passed += come;
        this.#makeRoom(account, come, isDue);
        // It may have given way itself.
        if (this.#shares.has(share)) this.#add(share, come);
      },
      end: () => this.#remove(share),
    };
  }

  /** @throws Problem NOT_READY if there is no room */
  #makeRoom(account: string, bytes: number, isDue: boolean): void {
    while (this.#isFull(account, bytes)) {
      const slow = this.#slow(account, bytes);
      const giving = slow.length === 0 && isDue ? this.#of(account) : slow;
      if (giving.length === 0 && isDue) return;
      if (giving.length === 0) throw busy(RETRY_MS);
      for (const share of giving) {
        this.#cut(share);
        if (!this.#isFull(account, bytes)) return;
      }
    }
  }

  #add(share: Share, bytes: number): void {
    share.left += bytes;
    this.#total += bytes;
    const own = (this.#byAccount.get(share.account) ?? 0) + bytes;
    if (own > 0) this.#byAccount.set(share.account, own);
    else this.#byAccount.delete(share.account);
  }

  #remove(share: Share): void {
    this.#shares.delete(share);
    this.#add(share, -share.left);
  }

  #isFull(account: string, bytes: number): boolean {
    const { together } = this.#limits;
    return this.#isShareFull(account, bytes) || (this.#total > 0 && this.#total + bytes > together);
  }

  /** One alone always fits. */
  #isShareFull(account: string, bytes: number): boolean {
    const own = this.#byAccount.get(account) ?? 0;
    return own > 0 && own + bytes > this.#limits.each;
  }

  #of(account: string): Share[] {
    return [...this.#shares].filter(share => share.account === account);
  }

  /**
   * Returns the slow ones, oldest first: of the account if its share is full, else of the largest
   * that has any. All in one pass, because thousands of small ones may have to give way.
   */
  #slow(account: string, bytes: number): readonly Share[] {
    const [isOwn, now] = [this.#isShareFull(account, bytes), this.#now()];
    let [slow, most]: [Share[], number] = [[], 0];
    for (const share of this.#shares) {
      const held = this.#byAccount.get(share.account) ?? 0;
      if (held < most || (isOwn && share.account !== account) || !this.#isSlow(share, now))
        continue;
      if (held > most) [slow, most] = [[], held];
      slow.push(share);
    }
    return slow;
  }

  #isSlow({ began, passed, left }: Share, now: number): boolean {
    const ms = now - began;
    return left > 0 && ms > GRACE_MS && passed < ms * FAIR_BYTES_PER_MS;
  }

  #cut(share: Share): void {
    this.#remove(share);
    share.cut();
  }
}
