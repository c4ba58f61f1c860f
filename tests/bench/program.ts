import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { compileCache } from '../../infra/start/compile-cache.mjs';
import { nodeEnvironment, nodeFlags } from '../../infra/start/node-flags.mjs';

/** A process that prints its URL. */
export interface Program {
  readonly address: string;
  readonly process: ChildProcess;
  readonly startMs: number;
  stop(): Promise<void>;
}

export async function launch(
  script: string,
  environment: Readonly<Record<string, string>>,
): Promise<Program> {
  const started = performance.now();
  const env = {
    ...nodeEnvironment,
    PATH: process.env['PATH'] ?? '',
    PORT: '0',
    NODE_COMPILE_CACHE: compileCache,
    // A bench sends the requests of many accounts with one.
    HZM_REQUESTS_PER_MINUTE: '0',
    ...environment,
  };
  const child = spawn(process.execPath, [...nodeFlags, script], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A failed bench leaves no process behind.
  const end = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', end);
  child.once('close', () => process.off('exit', end));
  const address = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /http:\/\/\S+/.exec(text)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.once('close', () => reject(new Error(`${script} ended: ${text}`)));
  });
  while (
    !(await fetch(`${address}/api/v1/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  );
  const startMs = performance.now() - started;
  return {
    address,
    process: child,
    startMs,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'close');
    },
  };
}

/** Returns the resident memory of a process, in MiB. */
export const mebibytes = ({ process: { pid } }: Pick<Program, 'process'>): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
