import { Problem } from '@hzm/contracts/core/problem';
import { nextTurn } from '../concurrency/next-turn.ts';
import { HELD_BYTES, MIB } from '../ports/byte-budget.ts';
import { claiming, MOST_PER_BYTE, weighJson, type Claimant } from '../ports/memory.ts';
import { busy, Gate, type GateLimits } from './gate.ts';
import { wholeSource, type Source } from './source.ts';

/** Memory of JSON that a request may hold uncounted. */
const SMALL_BYTES = 262_144;
/** Memory of JSON that is counted as the most that it may take, because weighing takes time. */
const ROUGH_BYTES = 2 * MIB;

/** Memory that a byte of JSON mostly takes, in bytes. */
const LIKELY_PER_BYTE = 4;

/** Thrown where the documents that work reads do not fit now. */
class NoRoom extends Problem {
  /** Memory in bytes that the claim needs beside what the work holds. */
  readonly bytes: number;

  constructor(bytes: number, timeoutMs: number) {
    const { text, retryAfter } = busy(timeoutMs);
    super('NOT_READY', { text, retryAfter: retryAfter! });
    this.bytes = bytes;
  }
}

/**
 * Memory that requests fill with parsed documents, shared like places. Nobody waits while holding
 * any: work that finds no room gives all back, leaves its lanes and gates, reserves twice as much
 * and begins again, so that no two wait for each other (decision 0042).
 */
export class MemoryPool {
  readonly #gate: Gate;
  readonly #timeoutMs: number;

  constructor(limits: GateLimits) {
    this.#gate = new Gate(limits);
    this.#timeoutMs = limits.timeoutMs;
  }

  /** Returns a share that holds nothing yet. */
  share(source: Source): MemoryShare {
    return new MemoryShare(this.#gate, this.#timeoutMs, source);
  }

  /**
   * Runs a part of background work in a share of the account that pays. It may run twice.
   * @throws Problem NOT_READY, PAYLOAD_TOO_LARGE; errors of `work`
   */
  async part<T>(account: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const share = this.share(wholeSource(account));
    try {
      return await share.run(work, () => signal);
    } finally {
      share.end();
    }
  }
}

/** The part of the pool that one request holds, until `end`. */
export class MemoryShare implements Claimant {
  readonly #gate: Gate;
  readonly #timeoutMs: number;
  readonly #source: Source;
  /** Memory of small documents, which is not taken from the pool. */
  #small = 0;
  /** Memory that was claimed without weighing. */
  #rough = 0;
  #claimed = 0;
  /** Claimed memory that stays with the work. */
  #kept = 0;
  #taken = 0;
  #isWritten = false;
  #isEnded = false;

  constructor(gate: Gate, timeoutMs: number, source: Source) {
    this.#gate = gate;
    this.#timeoutMs = timeoutMs;
    this.#source = source;
  }

  claimJson(json: string | Uint8Array): void {
    const most = json.length * MOST_PER_BYTE;
    if (this.#small + most <= SMALL_BYTES) {
      this.#small += most;
      return;
    }
    const isRough = this.#rough + most <= ROUGH_BYTES;
    this.foreseeJson(json.length);
    this.claim(isRough ? most : weighJson(json));
    if (isRough) this.#rough += most;
  }

  /**
   * Reading and weighing takes milliseconds, for nothing while others of the account wait.
   * @throws Problem NOT_READY
   */
  foreseeJson(bytes: number): void {
    if (this.#rough + bytes * MOST_PER_BYTE <= ROUGH_BYTES) return;
    const likely = bytes * LIKELY_PER_BYTE;
    if (!this.#mayTake(likely)) throw new NoRoom(likely, this.#timeoutMs);
  }

  /** @throws Problem PAYLOAD_TOO_LARGE, NOT_READY */
  claim(bytes: number): void {
    if (this.#isEnded) return;
    const claimed = this.#claimed + bytes;
    const missing = claimed - this.#taken;
    if (missing > 0) {
      if (this.#isWritten) this.#gate.force(this.#source, missing);
      else if (claimed > HELD_BYTES)
        throw new Problem('PAYLOAD_TOO_LARGE', { text: 'rows-too-large' });
      else if (!this.#gate.tryEnter(this.#source, missing))
        throw new NoRoom(bytes, this.#timeoutMs);
      this.#taken += missing;
    }
    this.#claimed = claimed;
  }

  keep(bytes: number): void {
    this.claim(bytes);
    if (!this.#isEnded) this.#kept += bytes;
  }

  /** Whether a claim may succeed. */
  #mayTake(bytes: number): boolean {
    const isFree = this.#isEnded || this.#isWritten || this.#claimed + bytes <= this.#taken;
    return isFree || !this.#gate.isAwaitedBy(this.#source);
  }

  get held(): number {
    return this.#claimed - this.#kept;
  }

  /** Lets go of claims; the memory stays with the share, which will mostly claim it again. */
  returnTo(held: number): void {
    this.#claimed = Math.min(this.#claimed, held + this.#kept);
  }

  written(): void {
    this.#isWritten = true;
  }

  /**
   * Takes memory, waiting for it; only for a share that holds nothing.
   * @param signal ends the wait
   * @throws Problem NOT_READY
   */
  async reserve(bytes: number, signal?: AbortSignal): Promise<void> {
    await this.#gate.enter(this.#source, bytes, signal);
    this.#taken += bytes;
  }

  /**
   * The same for JSON that is about to be parsed, and so many copies of its value.
   * @throws Problem NOT_READY
   */
  async reserveJson(json: Uint8Array, copies: number, signalOf: () => AbortSignal): Promise<void> {
    if (json.length * MOST_PER_BYTE * copies <= SMALL_BYTES) return;
    const bytes = copies * weighJson(json);
    if (bytes > SMALL_BYTES) await this.reserve(bytes, signalOf());
  }

  /**
   * Runs work whose reads count for this share, and again from its beginning where there was no
   * room, with twice the memory that it had come to, so that it is not abandoned often.
   * @param signalOf returns what ends the wait
   * @throws Problem NOT_READY, PAYLOAD_TOO_LARGE; errors of `work`
   */
  async run<T>(work: () => Promise<T>, signalOf?: () => AbortSignal | undefined): Promise<T> {
    const began = performance.now();
    for (;;) {
      const attempt = new Attempt(this);
      try {
        return await claiming(attempt, work);
      } catch (error) {
        const isOver = this.#isWritten || performance.now() - began > this.#timeoutMs;
        if (!(error instanceof NoRoom) || isOver) throw error;
        attempt.abandon();
        const wanted = Math.min(2 * this.#claimed + error.bytes, HELD_BYTES);
        this.#release();
        await this.reserve(wanted, signalOf?.());
        // Parsing so much takes its time, and memory is given back in the turn of other work.
        await nextTurn();
      }
    }
  }

  /** Gives everything back. Later claims, of work that nobody waits for any more, count nothing. */
  end(): void {
    this.#isEnded = true;
    this.#release();
  }

  #release(): void {
    if (this.#taken > 0) this.#gate.leave(this.#source, this.#taken);
    this.#small = this.#rough = this.#claimed = this.#kept = this.#taken = 0;
  }
}

/** The claims of one attempt; reads that go on after it was abandoned are refused theirs. */
class Attempt implements Claimant {
  readonly #share: MemoryShare;
  #isAbandoned = false;

  constructor(share: MemoryShare) {
    this.#share = share;
  }

  abandon(): void {
    this.#isAbandoned = true;
  }

  /** @throws Problem NOT_READY */
  #checked(): MemoryShare {
    if (this.#isAbandoned) throw new Problem('NOT_READY', { retryAfter: 1 });
    return this.#share;
  }

  claim(bytes: number): void {
    this.#checked().claim(bytes);
  }

  keep(bytes: number): void {
    this.#checked().keep(bytes);
  }

  claimJson(json: string | Uint8Array): void {
    this.#checked().claimJson(json);
  }

  foreseeJson(bytes: number): void {
    this.#checked().foreseeJson(bytes);
  }

  get held(): number {
    return this.#isAbandoned ? 0 : this.#share.held;
  }

  returnTo(held: number): void {
    if (!this.#isAbandoned) this.#share.returnTo(held);
  }

  written(): void {
    if (!this.#isAbandoned) this.#share.written();
  }
}
