import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { run } from './run.mjs';

const launcher = new URL('./run.mjs', import.meta.url).href;
const inlineChild = (script: string): string => `
  import { run } from '${launcher}';
  process.exitCode = await run(process.execPath, ['-e', ${JSON.stringify(script)}]);
`;

it('run resolves to the exit code', async () => {
  expect(await run(process.execPath, ['-e', 'process.exit(7)'])).toBe(7);
});

it('run resolves to 128 + n if signal n ended the program', async () => {
  expect(await run(process.execPath, ['-e', 'process.kill(process.pid, "SIGKILL")'])).toBe(128 + 9);
});

it('run rejects for a missing program', async () => {
  await expect(run('/no/such/program', [])).rejects.toThrow('ENOENT');
});

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'run passes %s once, also when npm repeats it, and waits for the end',
  async signal => {
    const counting = `let times = 0; process.on('${signal}', () => { times++; setTimeout(() => process.exit(40 + times), 200); }); setInterval(() => {}, 1000); console.log('ready');`;
    const launched = spawn(process.execPath, ['--input-type=module', '-e', inlineChild(counting)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(launched.stdout, 'data');
    launched.kill(signal);
    launched.kill(signal);
    expect(await once(launched, 'exit')).toEqual([41, null]);
  },
);
