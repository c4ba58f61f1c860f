import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run, type Program } from '../run/process.ts';

/**
 * One process of the product on a port of its own, started again whenever it ends, as a supervisor
 * does.
 */
export class Member {
  readonly address: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #directory = mkdtempSync(join(tmpdir(), 'hzm-member-'));
  #program: Program | undefined;
  #isWanted = true;
  #running: Promise<void>;
  #ended = '';

  constructor(environment: Readonly<Record<string, string>>, port: number) {
    this.address = `http://127.0.0.1:${port}`;
    this.#environment = { ...environment, PORT: String(port), HZM_DATA_DIR: this.#directory };
    this.#running = this.#supervise();
  }

  signal(signal: NodeJS.Signals): void {
    this.#program?.process.kill(signal);
  }

  /** Returns the output of all its programs so far. */
  said(): string {
    return this.#ended + (this.#program?.said() ?? '');
  }

  async healthy(): Promise<void> {
    const until = Date.now() + 100_000;
    for (;;) {
      if (
        await fetch(`${this.address}/api/v1/health`, { signal: AbortSignal.timeout(2_000) }).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        return;
      if (Date.now() > until) throw new Error(`${this.address} is not healthy: ${this.said()}`);
      await sleep(50);
    }
  }

  async stop(): Promise<void> {
    this.#isWanted = false;
    this.signal('SIGKILL');
    await this.#running;
    rmSync(this.#directory, { recursive: true, force: true });
  }

  async #supervise(): Promise<void> {
    while (this.#isWanted) {
      this.#program = run(this.#environment);
      await this.#program.ended;
      this.#ended = this.said();
      this.#program = undefined;
      await sleep(50);
    }
  }
}
