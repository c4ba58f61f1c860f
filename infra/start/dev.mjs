import { join } from 'node:path';
import { install } from './install.mjs';
import { nodeEnvironment, nodeFlags } from './node-flags.mjs';
import { node, root, run } from './run.mjs';

/*
 * `npm run dev`: the server, started again when what it is made of changes, and beside it Vite,
 * which shows changes of the web application
 * at once and hands on what is asked of the server. One Ctrl-C ends both, and so does the end of
 * either.
 */
const port = process.env.PORT ?? '3000';
try {
  await install();
  const both = [
    run(node, [...nodeFlags, '--watch', '--watch-preserve-output', 'infra/server/main.ts'], {
      env: { ...nodeEnvironment, ...process.env, PORT: port },
    }),
    // Its keyboard shortcuts would read a terminal that is not its own.
    run(node, [join(root, 'node_modules/vite/bin/vite.js'), '--clearScreen', 'false'], {
      cwd: join(root, 'web'),
      env: { ...process.env, PORT: port, CI: 'true' },
    }),
  ];
  await Promise.race(both);
  process.kill(process.pid, 'SIGTERM');
  process.exitCode = Math.max(...(await Promise.all(both)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
