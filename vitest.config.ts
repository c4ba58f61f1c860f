import { globSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { passedBefore } from './tests/run/passed-before.ts';

/**
 * What a client sees must not differ, whatever keeps the data: all of it is said over HTTP and
 * sockets. `program.test.ts` is about the default's files.
 */
const suites = globSync('tests/{http,socket}/**/*.test.ts', {
  cwd: import.meta.dirname,
  exclude: ['tests/http/program.test.ts'],
}).toSorted();

/**
 * The pairs of stores between the two on which every suite runs: the embedded default (`server`),
 * and both engines split by roles, where most
 * differs from it. On these every second suite runs once, on one after the other in turn; with
 * TEST_EVERY_PAIR=1 each on all of them.
 */
const between: readonly (readonly [name: string, env: Record<string, string>])[] = [
  ['server on eventstoredb', { TEST_EVENT_STORE: 'eventstoredb' }],
  ['server on mongodb', { TEST_READ_MODEL: 'mongodb' }],
  [
    'server on eventstoredb and mongodb',
    { TEST_EVENT_STORE: 'eventstoredb', TEST_READ_MODEL: 'mongodb' },
  ],
];
const isEveryPair = process.env['TEST_EVERY_PAIR'] === '1';
/** Put the clock forward, which between several processes would end their leases, too. */
const inOneProcess = ['tests/http/notification-mails.test.ts'];
const partFor = (pair: number): string[] =>
  suites.filter((_, suite) => isEveryPair || suite % (2 * between.length) === pair);

/** Tests that start no server and no store, for `npm run test:unit`. */
const units = '{contracts,projections,services}/**/*.test.ts';
const isUnit = process.env['TEST_PART'] === 'unit';

/**
 * Code of WebAssembly, in which `fetch` parses answers, stays until its process ends: collecting it
 * ends Node 24 now and then (https://github.com/nodejs/node/issues/64500). No server calls `fetch`.
 */
const execArgv = ['--no-wasm-code-gc'];

/** Skips what passed in the earlier run, and quarantined tests. */
const runner = './tests/run/runner.ts';

/** Polls end at once when they find what they wait for; a busy machine takes its time. */
const patient = { poll: { timeout: 15_000 } };

const filesOver = (group: string): string[] =>
  passedBefore(process.env['TEST_AFTER'])
    .filter(({ project, isWhole }) => isWhole && project === group)
    .map(({ file }) => file);

const onStores = (name: string, include: string[], env: Record<string, string>) => ({
  test: {
    name,
    include,
    exclude: ['**/node_modules/**', ...filesOver(name)],
    runner:
      env['TEST_READ_MODEL'] === 'mongodb' ? './tests/engines/mongodb/needing-runner.ts' : runner,
    env,
    execArgv,
    isolate: false,
    testTimeout: 40_000,
    hookTimeout: 60_000,
    maxWorkers: '100%',
    expect: patient,
    // One group: the last files of a pair run beside the first of the next.
    sequence: { groupOrder: 2 },
  },
});

export default defineConfig({
  test: {
    globalSetup: ['tests/engines/global-setup.ts'],
    // Each group waits for the one before it: two cores cannot serve a browser and everything else
    // at once.
    projects: [
      {
        test: {
          name: 'server',
          include: [isUnit ? units : '{contracts,projections,services,infra,tests}/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'tests/{chaos,e2e}/**', ...filesOver('server')],
          runner,
          execArgv,
          // Half of the time of many a file would be its own copy of the whole server.
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 30_000,
          maxWorkers: '100%',
          expect: patient,
          sequence: { groupOrder: 1 },
        },
      },
      ...between.map(([name, env], pair) => onStores(name, partFor(pair), env)),
      onStores(
        'server split by roles',
        suites.filter(suite => !inOneProcess.includes(suite)),
        { TEST_EVENT_STORE: 'eventstoredb', TEST_READ_MODEL: 'mongodb', TEST_ROLES: 'split' },
      ),
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', ...filesOver('web')],
          // A jsdom takes longer than most files: one that needs it says so in its first line.
          runner,
          execArgv,
          maxWorkers: '100%',
          expect: patient,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'chaos',
          include: ['tests/chaos/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...filesOver('chaos')],
          runner,
          execArgv,
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 120_000,
          expect: patient,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          runner,
          execArgv,
          isolate: false,
          // Three at a time are no faster on two cores.
          maxWorkers: 2,
          testTimeout: 150_000,
          hookTimeout: 60_000,
          expect: patient,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
