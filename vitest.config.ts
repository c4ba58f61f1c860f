import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
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
      {
        // The same tests, with the log behind EventStoreDB's protocol: what a client sees must not differ.
        test: {
          name: 'server on eventstoredb',
          include: ['tests/{http,socket}/**/*.test.ts'],
          exclude: ['tests/http/program.test.ts'],
          env: { TEST_EVENT_STORE: 'eventstoredb' },
          testTimeout: 20_000,
          hookTimeout: 30_000,
          maxWorkers: '100%',
          sequence: { groupOrder: 2 },
        },
      },
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
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 90_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
