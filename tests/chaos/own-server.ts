import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { run, type Program } from '../run/process.ts';
import { secret } from './installation.ts';

/**
 * A server with files of its own, killed and started again; both go after all tests of the file.
 */
export class OwnServer {
  readonly #directory = mkdtempSync(join(tmpdir(), 'hzm-chaos-'));
  readonly #environment: Readonly<Record<string, string>>;
  #program: Program | undefined;

  constructor(environment: Readonly<Record<string, string>> = {}) {
    this.#environment = {
      HZM_DATA_DIR: this.#directory,
      HZM_SECRET: secret,
      HZM_LOG_LEVEL: 'silent',
      ...environment,
    };
    afterAll(async () => {
      await this.kill();
      rmSync(this.#directory, { recursive: true });
    });
  }

  get process(): Program['process'] {
    return this.#program!.process;
  }

  /** The path of one of its files. */
  file(name: string): string {
    return join(this.#directory, name);
  }

  /** Resolves with its address. */
  start(): Promise<string> {
    this.#program = run(this.#environment);
    return this.#program.ready;
  }

  async kill(): Promise<void> {
    this.#program?.process.kill('SIGKILL');
    await this.#program?.ended;
    this.#program = undefined;
  }
}
