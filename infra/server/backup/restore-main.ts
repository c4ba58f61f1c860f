import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isDirectory } from '../migrate/store-locations.ts';
import { installationOf, say } from './environment.ts';
import { restore } from './restore.ts';

const usage = `Writes the log, the keys, the files and the secret of a backup into an empty place; stop what runs there first:
  npm run restore -- FILE
  --until     a time like 2026-05-04T12:30:00Z; what happened later stays out
  --to        an empty directory, or esdb://…; HZM_EVENT_STORE or HZM_DATA_DIR or .data when absent
  --to-keys   a directory, or mongodb://…; HZM_READ_MODEL, or where the log goes when absent
  --erasures  a data directory, mongodb://… or a later backup: what was erased according to it stays erased`;

/** @throws Error when it is no time */
function timeOf(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()) || !/^\d{4}-\d\d-\d\d/.test(text))
    throw new Error(`--until needs a time like 2026-05-04T12:30:00Z, not ${text}.`);
  return time.toISOString();
}

try {
  const {
    values: { until, to, 'to-keys': toKeys, erasures },
    positionals: [file, ...more],
  } = parseArgs({
    allowPositionals: true,
    options: {
      until: { type: 'string' },
      to: { type: 'string' },
      'to-keys': { type: 'string' },
      erasures: { type: 'string' },
    },
  });
  if (file === undefined || more.length > 0) throw new Error(usage);
  const { dataDirectory, eventStore, readModel, secret } = installationOf(process.env);
  const goal = to ?? eventStore ?? dataDirectory;
  const { events, position, digest, keys, files, erased, summary } = await restore(
    {
      file,
      passphrase: process.env['HZM_BACKUP_PASSPHRASE'],
      to: goal,
      secret,
      erasures,
      toKeys: toKeys ?? (to === undefined ? (readModel ?? dataDirectory) : undefined),
      // A directory that is named keeps its own secret.
      dataDirectory: to !== undefined && isDirectory(to) ? resolve(to) : dataDirectory,
      until: until === undefined ? undefined : timeOf(until),
    },
    say,
  );
  if (process.stderr.isTTY) process.stderr.write('\n');
  console.log(
    `${events} events are there, up to position ${Number(position)} of the backup's ${Number(summary.end)}, each compared with the backup (sha256 ${digest.slice(0, 16)}…), and ${files} files and ${keys} keys${erased > 0 ? `, of which ${erased} were destroyed here: what they opened was erased` : ''}.`,
  );
  if (erasures === undefined)
    console.log(
      `What was erased after ${summary.endedAt} can be read again. If you have the data directory, the keys or a backup from later, restore into an empty place with --erasures.`,
    );
  console.log('The views are made anew at the first start. Everybody signs in again.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
