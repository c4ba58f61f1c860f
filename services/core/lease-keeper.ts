import { newId } from '@hzm/contracts/core/ids';
import { PeriodicTask } from './periodic-task.ts';
import type { Lease } from './ports/lease.ts';

/**
 * Another process takes over at the latest this long after its holder was last heard, in
 * milliseconds.
 */
const LEASE_MS = 5_000;
const RENEW_MS = 1_000;

/** Holds a lease as long as this process can, and waits for it while another has it. */
export class LeaseKeeper {
  readonly holder = newId();
  readonly #lease: Lease;
  readonly #failed: (error: unknown) => void;
  #until = 0;
  readonly #renewal = new PeriodicTask(() => this.#renew(), RENEW_MS);

  constructor(lease: Lease, failed: (error: unknown) => void) {
    this.#lease = lease;
    this.#failed = failed;
  }

  /** By this process's own clock, which began before the lease did: never longer than the lease. */
  get isHeld(): boolean {
    return performance.now() < this.#until;
  }

  /** Resolves when it is known whether the lease is held. */
  start(): Promise<void> {
    return this.#renewal.start();
  }

  async close(): Promise<void> {
    // One that is under way would take back what is given up.
    await this.#renewal.stop();
    this.#until = 0;
    await this.#lease.release(this.holder).catch(this.#failed);
    await this.#lease.close();
  }

  async #renew(): Promise<void> {
    const now = performance.now();
    try {
      this.#until = (await this.#lease.take(this.holder, LEASE_MS)) ? now + LEASE_MS : 0;
    } catch (error) {
      // What is held is held until it runs out.
      this.#failed(error);
    }
  }
}
