import { compileCache } from './compile-cache.mjs';
import { install } from './install.mjs';
import { nodeEnvironment, nodeFlags } from './node-flags.mjs';
import { node, run } from './run.mjs';
import { buildWeb } from './web.mjs';

/* A command beside the server (`infra/server/backup/main.ts`) must not replace the files it serves. */
const isCommand = /^infra\/server\/.+\//.test(process.argv[2] ?? '');

/* Prepares the checkout, then runs a TypeScript program: `start.mjs infra/server/main.ts`. */
try {
  await install();
  if (!isCommand) await buildWeb();
  process.exitCode = await run(node, [...nodeFlags, ...process.argv.slice(2)], {
    env: { ...nodeEnvironment, ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
