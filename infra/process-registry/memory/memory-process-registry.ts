import type { ProcessState } from '@hzm/contracts/core/status';
import type { ProcessRegistry } from '@hzm/services/core/ports/process-registry';

/** The registry of an installation with one process. */
export class MemoryProcessRegistry implements ProcessRegistry {
  #state: ProcessState | undefined;

  async heartbeat(state: ProcessState): Promise<void> {
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
