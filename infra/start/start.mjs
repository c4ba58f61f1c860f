import { compileCache } from './compile-cache.mjs';
import { install } from './install.mjs';
import { nodeEnvironment, nodeFlags } from './node-flags.mjs';
import { node, run } from './run.mjs';
import { buildWeb } from './web.mjs';

/* Prepares the checkout, then runs a TypeScript program: `start.mjs infra/server/main.ts`. */
try {
  await install();
  await buildWeb();
  process.exitCode = await run(node, [...nodeFlags, ...process.argv.slice(2)], {
    env: { ...nodeEnvironment, ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
