import { parseArgs } from 'node:util';
import { migrate } from './migrate.ts';

const usage = `Copies the log, the keys and the uploaded files between a data directory and engines:
  npm run migrate -- --to 'esdb://host:2113?tls=false' --to-keys mongodb://host:27017/hzm
  --from       a data directory, or esdb://…; default: HZM_DATA_DIR or .data
  --from-keys  a data directory, or mongodb://…; default: the location of the log
  --to         an empty directory, or esdb://…
  --to-keys    a directory, or mongodb://…; default: the target of the log`;

/** Prints progress; in a terminal, it overwrites the line. */
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
    `${events} events are there, each compared with its original (sha256 ${digest.slice(0, 16)}…); ${keys === undefined ? 'the keys and files were not moved' : `so are ${keys} keys and ${files} files`}. The first start rebuilds the views.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
