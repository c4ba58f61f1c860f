import type { Right } from '@hzm/services/core/commands/request';

/** Age of a judgement after which it is made again, in milliseconds. */
const JUDGED_MS = 100;

/**
 * The right of a request's caller. It was judged when the request began, and is judged again before
 * the first write or the answer of a request that has waited.
 */
export class RequestRight implements Right {
  readonly #judge: () => Promise<unknown>;
  readonly #checks: (() => Promise<unknown>)[] = [];
  #judgedAt: number;
  #isUsed = false;

  /**
   * @param judge rejects once the right has ended; resolves to the refusal instead if this request
   * may have deleted what it names
   * @param judgedAt the time of the first judgement, in milliseconds
   */
  constructor(judge: () => Promise<unknown>, judgedAt: number) {
    this.#judge = judge;
    this.#judgedAt = judgedAt;
  }

  async stands(): Promise<void> {
    const refusal = await this.#judged();
    if (refusal !== undefined) throw refusal;
  }

  /** Rejects if the caller may not have the answer. */
  async mayAnswer(): Promise<void> {
    await this.#judged();
  }

  also(check: () => Promise<unknown>): void {
    this.#checks.push(check);
  }

  used(): void {
    this.#isUsed = true;
  }

  async #judged(): Promise<unknown> {
    if (this.#isUsed || performance.now() - this.#judgedAt < JUDGED_MS) return undefined;
    const refusal = await this.#judge();
    if (refusal !== undefined) return refusal;
    for (const check of this.#checks) await check();
    this.#judgedAt = performance.now();
    return undefined;
  }
}
