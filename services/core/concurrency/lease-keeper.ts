import { newId } from '@hzm/contracts/core/ids';
import type { Lease } from '../ports/lease.ts';
import { PeriodicTask } from './periodic-task.ts';

/** Maximum time in milliseconds until another process takes over from a silent holder. */
const LEASE_MS = 5_000;
const RENEW_MS = 1_000;

/** Holds a lease as long as possible, and waits while another process has it. */
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

  /** Measured by this process's clock from before the request, so it never exceeds the lease. */
  get isHeld(): boolean {
    return performance.now() < this.#until;
  }

  /** Resolves when the first attempt to take the lease has ended. */
  start(): Promise<void> {
    return this.#renewal.start();
  }

  async close(): Promise<void> {
    // A renewal in flight would take the released lease back.
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
      // A held lease stays held until it expires.
      this.#failed(error);
    }
  }
}
