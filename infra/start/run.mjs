import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The Node that runs the product and its tools; the machine's own runs only the launcher. */
export const node = join(root, 'node_modules/.bin/node');

/**
 * Returns the environment without this checkout's programs, so that an installation does not run on
 * the files that it replaces.
 */
export const outside = () => ({
  ...process.env,
  PATH: (process.env.PATH ?? '')
    .split(delimiter)
    .filter(folder => !folder.startsWith(join(root, 'node_modules')))
    .join(delimiter),
});

/** Window, in milliseconds, in which npm repeats a Ctrl-C that the child has already received. */
const ECHO_MS = 300;

/**
 * Runs a program with this terminal's input and output. Passes SIGINT, SIGTERM and SIGHUP to it,
 * once each.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>} its exit code; 128 + n if signal n ended it
 */
export const run = (command, args, { cwd = root, env = process.env } = {}) =>
  new Promise((resolve, reject) => {
    // A separate process group, so that the terminal's Ctrl-C arrives only through `pass`.
    const child = spawn(command, [...args], { cwd, env, stdio: 'inherit', detached: true });
    let last = -Infinity;
    /** @param {NodeJS.Signals} signal */
    const pass = signal => {
      if (performance.now() - last < ECHO_MS) return;
      last = performance.now();
      child.kill(signal);
    };
    const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
    for (const signal of signals) process.on(signal, pass);
    const done = () => {
      for (const signal of signals) process.off(signal, pass);
    };
    child.on('error', error => {
      done();
      reject(error);
    });
    child.on('exit', (code, signal) => {
      done();
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
