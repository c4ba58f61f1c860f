import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { Outcome } from './outcome.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Runs vitest with the reporter on generated test files, inside the checkout, so that they find
 * packages.
 */
const outcomeOf = async (
  files: Record<string, string>,
  more: NodeJS.ProcessEnv = {},
): Promise<Outcome> => {
  mkdirSync(join(root, 'test-results'), { recursive: true });
  const folder = mkdtempSync(join(root, 'test-results/outcome-'));
  try {
    for (const [file, text] of Object.entries(files))
      writeFileSync(
        join(folder, file),
        `import { beforeAll, describe, expect, it } from 'vitest';\n${text}`,
      );
    const file = join(folder, 'outcome.json');
    await promisify(execFile)(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--root',
        folder,
        `--reporter=${join(import.meta.dirname, 'outcome-reporter.ts')}`,
      ],
      {
        env: { ...process.env, TEST_AFTER: undefined, TEST_OUTCOME: file, ...more },
      },
    ).catch(() => undefined);
    return JSON.parse(readFileSync(file, 'utf8')) as Outcome;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

it('the reporter counts every outcome of a test, with the reason of a skip', async () => {
  const outcome = await outcomeOf({
    'plain.test.ts': `
      it('passes', () => {});
      it('fails', () => expect(1).toBe(2));
      it.skip('is skipped', () => {});
      it('skips itself', context => context.skip('not today'));`,
    'whole.test.ts': `it('passes', () => {});`,
    'needy.test.ts': `
      import { needs } from '${join(import.meta.dirname, 'needs.ts')}';
      describe('a lack', needs({ name: 'engine', missing: 'no engine here' }), () => it('is counted', () => {}));
      describe('no lack', needs({ name: 'engine', missing: undefined }), () => it('runs', () => {}));`,
  });
  expect(outcome).toMatchObject({
    passed: 3,
    failed: 1,
  });
  expect(outcome.passedIn.toSorted((a, b) => a.file.localeCompare(b.file))).toMatchObject([
    { file: 'needy.test.ts', names: ['no lack > runs'], isWhole: false },
    { file: 'whole.test.ts', names: ['passes'], isWhole: true },
  ]);
  expect(outcome.skipped.toSorted((a, b) => a.test.localeCompare(b.test))).toEqual([
    { test: 'needy.test.ts > a lack > is counted', need: 'engine', reason: 'no engine here' },
    { test: 'plain.test.ts > is skipped', reason: 'no reason given' },
    { test: 'plain.test.ts > skips itself', reason: 'not today' },
  ]);
});

it('the reporter counts failures outside of tests', async () => {
  const outcome = await outcomeOf({
    'import.test.ts': `import './missing.ts';`,
    'setup.test.ts': `describe('a suite', () => { beforeAll(() => { throw new Error('no') }); it('never runs', () => {}); });`,
    'late.test.ts': `it('passes', () => { setTimeout(() => { throw new Error('late') }, 0); return new Promise(done => setTimeout(done, 50)); });`,
  });
  expect(outcome).toMatchObject({ passed: 1, failed: 3 });
});

it('a run after another skips the tests that passed there, with their hooks, and does not count them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hzm-'));
  const before = join(folder, 'before.json');
  const passed = {
    project: 'server',
    file: 'half.test.ts',
    names: ['passed', 'a suite > passed', 'a suite > too', 'half > passed'],
    isWhole: false,
  };
  writeFileSync(before, JSON.stringify({ passedIn: [passed] }));
  const again = `it('passed', () => { throw new Error('again') });`;
  const outcome = await outcomeOf(
    {
      'half.test.ts': `
      ${again}
      describe('a suite', () => { beforeAll(() => { throw new Error('again') }); ${again} it('too', () => { throw new Error('again') }); });
      describe('half', () => { let isReady = false; beforeAll(() => { isReady = true; }); ${again} it('is new', () => expect(isReady).toBe(true)); });
      it('fails', () => expect(1).toBe(2));
      it.skip('is skipped', () => {});`,
      'vitest.config.ts': `export default { test: { name: 'server', runner: '${join(import.meta.dirname, 'runner.ts')}' } };`,
    },
    { TEST_AFTER: before },
  );
  rmSync(folder, { recursive: true });
  expect(outcome).toMatchObject({
    passed: 1,
    failed: 1,
    skipped: [{ test: 'half.test.ts > is skipped' }],
  });
});

it('a quarantined test is skipped with its reason, and its neighbours run', async () => {
  const outcome = await outcomeOf({
    'flaky.test.ts': `
      describe('a suite', () => {
        it('flickers', () => { throw new Error('now and then') });
        it('is stable', () => {});
      });`,
    'other.test.ts': `describe('a suite', () => it('flickers', () => {}));`,
    'runner.ts': `
      import Runner from '${join(import.meta.dirname, 'runner.ts')}';
      export default class extends Runner {
        quarantine = [{ file: 'flaky.test.ts', name: 'a suite > flickers', reason: 'a race' }];
      }`,
    'vitest.config.ts': `export default { test: { runner: './runner.ts' } };`,
  });
  expect(outcome).toMatchObject({ passed: 2, failed: 0 });
  expect(outcome.skipped).toEqual([
    {
      test: 'flaky.test.ts > a suite > flickers',
      need: 'quarantine',
      reason: 'quarantined: a race',
    },
  ]);
});
