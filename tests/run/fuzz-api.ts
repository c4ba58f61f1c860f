import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

/*
 * Sends generated requests of every operation to a server of its own: on SQLite, or with
 * `--stores=mongodb` on MongoDB.
 * `--minutes` ends the run earlier; faults are printed as they are found.
 * npm run fuzz:api [-- --runs=200 --minutes=10 --seed=1 --stores=mongodb]
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    minutes: { type: 'string', default: '600' },
    stores: { type: 'string', default: 'sqlite' },
  },
});
console.log(`FUZZ_SEED=${values.seed}`);
const words = ['run', '--project=server', 'tests/http/generated-calls.test.ts'];
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...words], {
  stdio: 'inherit',
  env: {
    ...process.env,
    FUZZ_RUNS: values.runs,
    FUZZ_SEED: values.seed,
    FUZZ_MINUTES: values.minutes,
    ...(values.stores === 'mongodb' && { TEST_READ_MODEL: 'mongodb' }),
  },
});
process.exitCode = status ?? 1;
