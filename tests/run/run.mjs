import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { install } from '../../infra/start/install.mjs';
import { node, root, run } from '../../infra/start/run.mjs';
import { buildWeb } from '../../infra/start/web.mjs';

/*
 * Tests everything that can be tested here. `--allow-skips=a,b` names the needs (needs.ts) that may be missing, and any other skip
 * is a failure; without it a test may be skipped for any reason. The last line is always `N passed, N failed, N skipped`.
 */
const allowSkips = process.argv.find(argument => argument.startsWith('--allow-skips='))?.split('=')[1]?.split(',');
const results = join(root, 'test-results');
const outcomeFile = join(results, 'outcome.json');

const count = { passed: 0, failed: 0, skipped: 0 };

/**
 * One check: it fails by throwing.
 * @param {string} name
 * @param {() => Promise<void>} work
 */
const check = async (name, work) => {
  try {
    await work();
    count.passed += 1;
  } catch (error) {
    console.error(`${name} failed: ${error instanceof Error ? error.message : String(error)}`);
    count.failed += 1;
  }
};

/**
 * @param {string} script of an installed package
 * @param {...string} args
 */
const tool = async (script, ...args) => {
  const code = await run(node, [join(root, 'node_modules', script), ...args], { env: { ...process.env, TEST_OUTCOME: outcomeFile } });
  if (code !== 0) throw new Error(`exit code ${code}`);
};

/** @returns {import('./outcome.ts').Outcome} */
const readOutcome = () => {
  try {
    return JSON.parse(readFileSync(outcomeFile, 'utf8'));
  } catch {
    return { passed: 0, failed: 0, skipped: [] };
  }
};

const tests = async () => {
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results);
  const clean = await tool('vitest/vitest.mjs', 'run', '--allowOnly=false', '--reporter=default', '--reporter=./tests/run/outcome.ts').then(() => true, () => false);
  const { passed, failed, skipped } = readOutcome();
  const forbidden = skipped.filter(({ need }) => allowSkips && !(need && allowSkips.includes(need)));
  for (const [reason, tests] of Object.entries(Object.groupBy(skipped, ({ reason }) => reason))) {
    console.log(`skipped, ${reason}:`);
    for (const [file, ofFile] of Object.entries(Object.groupBy(tests ?? [], ({ test }) => test.split(' > ')[0] ?? ''))) console.log(`  ${ofFile?.length} in ${file}`);
  }
  if (forbidden.length > 0) console.error(`${forbidden.length} of these must not be skipped here.`);
  count.passed += passed;
  // A run that ends badly without naming a test is a failure, too.
  count.failed += Math.max(failed, clean ? 0 : 1) + forbidden.length;
  count.skipped += skipped.length - forbidden.length;
};

try {
  await install();
  await check('web build', buildWeb);
  await check('types', () => tool('typescript/bin/tsc', '-p', '.'));
  await check('lint', () => tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings'));
  await tests();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  count.failed += 1;
}
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
process.exitCode = count.failed === 0 ? 0 : 1;
