import { join } from 'node:path';
import { install } from '../../infra/start/install.mjs';
import { node, root, run } from '../../infra/start/run.mjs';
import { buildWeb } from '../../infra/start/web.mjs';
import { nameFiles } from './name-files.mjs';

/*
 * `npm run test:unit`, `test:http` and `test:browser`: prepares the checkout, then runs that part of
 * the tests, or what else the arguments name, e.g. `-- tests/e2e/rows.test.ts`. With `--watch` it
 * runs the tests of changed files until Ctrl-C.
 */
/** @type {Readonly<Record<string, { project: string, files: readonly string[] }>>} */
const parts = {
  unit: { project: 'server', files: [] },
  http: { project: 'server', files: ['tests/http/', 'tests/socket/'] },
  browser: { project: 'browser', files: [] },
};

const [name = '', ...told] = process.argv.slice(2);
const part = parts[name];
const isWatching = told.includes('--watch');
const rest = told.filter(word => word !== '--watch');
try {
  if (!part) throw new Error(`No such part of the tests: ${name}`);
  await install();
  if (name === 'browser') await buildWeb();
  const words = [
    isWatching ? 'watch' : 'run',
    `--project=${part.project}`,
    ...(nameFiles(rest) ? [] : part.files),
    ...rest,
  ];
  process.exitCode = await run(node, [join(root, 'node_modules/vitest/vitest.mjs'), ...words], {
    env: { ...process.env, TEST_PART: name },
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
