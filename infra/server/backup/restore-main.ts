import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isDirectory } from '../migrate/store-locations.ts';
import { installationOf, say } from './environment.ts';
import { restore } from './restore.ts';

const usage = `Restores the log, the keys, the files and the secret of a backup into an empty target; stop its server first:
  npm run restore -- FILE
  --until     a time like 2026-05-04T12:30:00Z; later events are left out
  --to        an empty directory, or esdb://…; default: HZM_EVENT_STORE, HZM_DATA_DIR or .data
  --to-keys   a directory, or mongodb://…; default: HZM_READ_MODEL or the target of the log
  --erasures  a data directory, mongodb://… or a later backup whose erasures are applied again`;

/** @throws Error for an invalid time */
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
    `${events} events are there, up to position ${Number(position)} of the backup's ${Number(summary.end)}, each compared with the backup (sha256 ${digest.slice(0, 16)}…), and ${files} files and ${keys} keys${erased > 0 ? `, of which ${erased} were destroyed because their data was erased` : ''}.`,
  );
  if (erasures === undefined)
    console.log(
      `Data erased after ${summary.endedAt} is readable again. To erase it, restore into an empty target with --erasures and a later data directory, MongoDB or backup.`,
    );
  console.log('The first start rebuilds the views. Everyone must sign in again.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
