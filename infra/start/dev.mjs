import { join } from 'node:path';
import { install } from './install.mjs';
import { nodeEnvironment, nodeFlags } from './node-flags.mjs';
import { node, root, run } from './run.mjs';

/*
 * `npm run dev` runs the server, restarted on changes of its sources, and Vite, which hot-reloads
 * the web application and proxies requests to the server. Ctrl-C, or the end of either, ends both.
 */
const port = process.env.PORT ?? '3000';
try {
  await install();
  const both = [
    run(node, [...nodeFlags, '--watch', '--watch-preserve-output', 'infra/server/main.ts'], {
      env: { ...nodeEnvironment, ...process.env, PORT: port },
    }),
    // CI disables Vite's keyboard shortcuts, which would read a terminal that it does not own.
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
