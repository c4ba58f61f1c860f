/**
 * What is being written while the next is read and opened. One at a time: `done` before the next
 * `begin`.
 */
export class PendingWrite {
  readonly #failed: () => void;
  #last: Promise<void> = Promise.resolve();

  /** @param failed hears at once that it cannot be written; `done` says why */
  constructor(failed: () => void) {
    this.#failed = failed;
  }

  begin(work: Promise<void>): void {
    this.#last = work;
    work.catch(this.#failed);
  }

  /** @throws what the last one failed with */
  done(): Promise<void> {
    return this.#last;
  }
}
