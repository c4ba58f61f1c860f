import { defineConfig } from 'vitest/config';

const onStores = (name: string, groupOrder: number, env: Record<string, string>) => ({
  test: {
    name,
    include: ['tests/{http,socket}/**/*.test.ts'],
    exclude: ['tests/http/program.test.ts'],
    setupFiles: env['TEST_READ_MODEL'] === 'mongodb' ? ['tests/engines/mongodb/needed.ts'] : [],
    env,
    testTimeout: 40_000,
    hookTimeout: 60_000,
    // Split by roles, one file is three processes already.
    maxWorkers: env['TEST_ROLES'] === undefined ? '100%' : 1,
    sequence: { groupOrder },
  },
});

export default defineConfig({
  test: {
    globalSetup: ['tests/engines/mongodb/global-setup.ts'],
    // Each group waits for the one before it: two cores cannot serve a browser and everything else at once.
    projects: [
      {
        test: {
          name: 'server',
          include: ['{contracts,projections,services,infra,tests}/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'tests/{chaos,e2e}/**'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
          maxWorkers: '100%',
          sequence: { groupOrder: 1 },
        },
      },
      // The same tests on other stores: what a client sees must not differ.
      onStores('server on eventstoredb', 2, { TEST_EVENT_STORE: 'eventstoredb' }),
      onStores('server on mongodb', 3, { TEST_READ_MODEL: 'mongodb' }),
      onStores('server on eventstoredb and mongodb', 4, { TEST_EVENT_STORE: 'eventstoredb', TEST_READ_MODEL: 'mongodb' }),
      onStores('server split by roles', 5, { TEST_EVENT_STORE: 'eventstoredb', TEST_READ_MODEL: 'mongodb', TEST_ROLES: 'split' }),
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          maxWorkers: '100%',
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'chaos',
          include: ['tests/chaos/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 6 },
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 90_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 7 },
        },
      },
    ],
  },
});
