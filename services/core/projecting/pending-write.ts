/**
 * The write in flight while the next batch is read and opened. At most one: await `done` before the
 * next `begin`.
 */
export class PendingWrite {
  readonly #failed: () => void;
  #last: Promise<void> = Promise.resolve();

  /** @param failed called immediately on failure; `done` throws the reason */
  constructor(failed: () => void) {
    this.#failed = failed;
  }

  begin(work: Promise<void>): void {
    this.#last = work;
    work.catch(this.#failed);
  }

  /** @throws the failure of the last write */
  done(): Promise<void> {
    return this.#last;
  }
}
