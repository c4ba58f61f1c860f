import { parseArgs } from 'node:util';
import { migrate } from './migrate.ts';

const usage = `Moves the log, the keys and the files that people sent between a data directory and engines:
  npm run migrate -- --to 'esdb://host:2113?tls=false' --to-keys mongodb://host:27017/hzm
  --from       a data directory, or esdb://…; HZM_DATA_DIR or .data when absent
  --from-keys  a data directory, or mongodb://…; where the log is when absent
  --to         an empty directory, or esdb://…
  --to-keys    a directory, or mongodb://…; where the log goes when absent`;

/** A terminal's line is written over. */
const say = (text: string): void =>
  void process.stderr.write(process.stderr.isTTY ? `\r${text.padEnd(70)}` : `${text}\n`);

try {
  const {
    values: { from, to, 'from-keys': fromKeys, 'to-keys': toKeys },
  } = parseArgs({
    options: {
      from: { type: 'string', default: process.env['HZM_DATA_DIR'] ?? '.data' },
      to: { type: 'string' },
      'from-keys': { type: 'string' },
      'to-keys': { type: 'string' },
    },
  });
  if (to === undefined) throw new Error(usage);
  const { events, keys, files, digest } = await migrate({ from, to, fromKeys, toKeys }, say);
  if (process.stderr.isTTY) process.stderr.write('\n');
  console.log(
    `${events} events are there, each compared with its original (sha256 ${digest.slice(0, 16)}…); ${keys === undefined ? 'the keys and files stayed where they are' : `so are ${keys} keys and ${files} files`}. The views are made anew at the first start.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
