import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { compileCache } from '../../infra/start/compile-cache.mjs';

const root = join(import.meta.dirname, '../..');

/** A server in its own process, as `npm start` runs it. */
export interface Program {
  readonly process: ChildProcess;
  /** Resolves to its URL; rejects with its output if it exits before. */
  readonly ready: Promise<string>;
  /** Returns its output so far. */
  readonly said: () => string;
  /** Resolves to its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

/**
 * @param shell commands to run first in its shell, e.g. `ulimit` @param words the file to run, from
 * the root, and its arguments
 */
export function run(
  environment: Readonly<Record<string, string>>,
  shell = '',
  words: readonly [file: string, ...string[]] = ['infra/server/main.ts'],
): Program {
  const [file, ...told] = words;
  const command = [process.execPath, join(root, file), ...told] as const;
  const env = {
    PATH: process.env['PATH'] ?? '',
    PORT: '0',
    HZM_REQUESTS_PER_MINUTE: '0',
    NODE_COMPILE_CACHE: compileCache,
    ...environment,
  };
  const child =
    shell === ''
      ? spawn(command[0], command.slice(1), { env })
      : spawn('bash', ['-c', `${shell}; exec "$@"`, 'bash', ...command], { env });
  let text = '';
  const ready = new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      text += chunk.toString();
      const address = /http:\/\/\S+/.exec(text)?.[0];
      if (address !== undefined) resolve(address);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('close', () => reject(new Error(text)));
  });
  ready.catch(() => undefined);
  const ended = once(child, 'close').then(
    ([code, signal]) => (code ?? signal) as number | NodeJS.Signals,
  );
  return { process: child, ready, said: () => text, ended };
}
