import { join } from 'node:path';
import { install } from '../../infra/start/install.mjs';
import { node, root, run } from '../../infra/start/run.mjs';

/* `npm test`, on whatever Node this machine has: makes the checkout ready, then lets the installed Node test it. */
try {
  await install();
  process.exitCode = await run(node, [join(root, 'tests/run/driver.ts'), ...process.argv.slice(2)]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed, 0 skipped');
  process.exitCode = 1;
}
