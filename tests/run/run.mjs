import { join } from 'node:path';
import { install } from '../../infra/start/install.mjs';
import { node, root, run } from '../../infra/start/run.mjs';

/*
 * Entry point of `npm test` on any Node: prepares the checkout, then tests with the installed Node.
 */
try {
  await install();
  process.exitCode = await run(node, [join(root, 'tests/run/driver.ts'), ...process.argv.slice(2)]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed, 0 skipped');
  process.exitCode = 1;
}
