import type { ProcessState } from '@hzm/contracts/features/status/status';
import type { Roster } from '@hzm/services/core/ports/roster';

/** An installation of this one process. */
export class MemoryRoster implements Roster {
  #state: ProcessState | undefined;

  async announce(state: ProcessState): Promise<void> {
    this.#state = state;
  }

  async all(): Promise<readonly ProcessState[]> {
    return this.#state ? [this.#state] : [];
  }

  async leave(): Promise<void> {
    this.#state = undefined;
  }

  async close(): Promise<void> {
    this.#state = undefined;
  }
}
