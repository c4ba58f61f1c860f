import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { node, root, run } from '../../infra/start/run.mjs';
import { buildWeb } from '../../infra/start/web.mjs';
import type { Outcome } from './outcome.ts';
import { passedBefore } from './passed-before.ts';
import { quarantine } from './quarantine.ts';

/*
 * Runs all possible tests. `--allow-skips=a,b` names the needs (needs.ts) that may be missing; any
 * other skip then fails. `--after=FILE` names the outcome of an earlier run, whose independent
 * passed tests, types and lint are not repeated. The last line is `N passed, N failed, N skipped`.
 */
const told = (option: string): string | undefined =>
  process.argv.find(argument => argument.startsWith(`--${option}=`))?.split('=')[1];
const allowSkips = told('allow-skips')?.split(',');
const after = told('after');
const results = join(root, 'test-results');
const outcomeFile = join(results, 'outcome.json');

const count = { passed: 0, failed: 0, skipped: 0 };

/** Runs one check, which fails by throwing. */
async function check(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    count.passed += 1;
  } catch (error) {
    console.error(`${name} failed: ${error instanceof Error ? error.message : String(error)}`);
    count.failed += 1;
  }
}

/** @param script of an installed package @throws Error unless it exits with 0 */
async function tool(script: string, ...args: readonly string[]): Promise<void> {
  const code = await run(node, [join(root, 'node_modules', script), ...args], {
    env: {
      ...process.env,
      TEST_OUTCOME: outcomeFile,
      ...(after !== undefined && { TEST_AFTER: after }),
    },
  });
  if (code !== 0) throw new Error(`exit code ${code}`);
}

function readOutcome(): Outcome {
  try {
    return JSON.parse(readFileSync(outcomeFile, 'utf8')) as Outcome;
  } catch {
    return { passed: 0, failed: 0, passedIn: [], skipped: [] };
  }
}

/** Runs vitest. A bad exit without a failed test is a failure, too. */
async function vitest(): Promise<Outcome> {
  const clean = await tool(
    'vitest/vitest.mjs',
    'run',
    '--allowOnly=false',
    '--reporter=default',
    '--reporter=./tests/run/outcome-reporter.ts',
  ).then(
    () => true,
    () => false,
  );
  const outcome = readOutcome();
  return clean || outcome.failed > 0 ? outcome : { ...outcome, failed: 1 };
}

async function tests(): Promise<void> {
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results);
  const { passed, failed, skipped } = await vitest();
  const forbidden = skipped.filter(
    ({ need }) => allowSkips && !(need !== undefined && allowSkips.includes(need)),
  );
  for (const [reason, ofReason] of Map.groupBy(skipped, ({ reason }) => reason)) {
    console.log(`skipped, ${reason}:`);
    for (const [file, ofFile] of Map.groupBy(ofReason, ({ test }) => test.split(' > ')[0]))
      console.log(`  ${ofFile.length} in ${file}`);
  }
  if (forbidden.length > 0) console.error(`${forbidden.length} of these must not be skipped here.`);
  const unknown = quarantine.filter(
    ({ file, name }) => !skipped.some(({ test }) => test === `${file} > ${name}`),
  );
  for (const { file, name } of unknown)
    console.error(`No such test is quarantined: ${file} > ${name}`);
  const before = passedBefore(after).reduce((sum, { names }) => sum + names.length, 0);
  if (before > 0) console.log(`${before} passed in the run before, and were not run again`);
  count.passed += passed + before;
  count.failed += failed + forbidden.length + unknown.length;
  count.skipped += skipped.length - forbidden.length;
}

await check('web build', buildWeb);
if (after === undefined) {
  await check('types', () => tool('typescript/bin/tsc', '-p', '.'));
  await check('lint', () => tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings'));
  await check('format', () => tool('oxfmt/bin/oxfmt', '--check'));
}
await tests();
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
process.exitCode = count.failed === 0 ? 0 : 1;
