import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installationOf, say } from '../backup/environment.ts';
import { openLog } from '../backup/sources.ts';
import { checkNotRestoring } from '../unfinished-restore.ts';
import { idsUnderTwoOwners, type Claim } from './two-owners.ts';

/* Entry point of `npm run verify`; the server may be running. Reads the log, writes nothing. */

const EVERY_MS = 1_000;
const WHAT_TO_DO = `Versions before 0.3.0 could give one id to things of two owners, if both requests had the same X-Request-ID. For each pair:
  1. Make a backup (npm run backup). The first owner keeps the thing: since 0.4.0 the second owner does not see it and
     cannot change or delete it. After an upgrade from an earlier version, rebuild every view once (/database-state).
  2. Ask both owners who knows the thing. Before 0.4.0 the second owner read and changed it, or took it over.
  3. Renew the keys of the first owner's project, and read its history from the second position on.
  4. Only the log keeps the data that the second owner wrote under the id. To return it, restore a backup into another
     directory, export the second owner's rows there with 0.3.0, and let that owner import them.`;

const told = ({ owner, stream, position }: Claim): string =>
  `${owner} in ${stream} at position ${Number(position)}`;

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals.length > 0)
    throw new Error(
      'npm run verify finds ids with two owners in the log that HZM_DATA_DIR or HZM_EVENT_STORE names.',
    );
  const { dataDirectory, eventStore } = installationOf(process.env);
  checkNotRestoring(dataDirectory);
  const log = await openLog(join(dataDirectory, 'events.db'), eventStore);
  let found = 0;
  try {
    const head = Number(await log.head());
    let said = performance.now();
    const follow = (position: string): void => {
      if (performance.now() - said < EVERY_MS || head === 0) return;
      said = performance.now();
      say(`reading: ${Math.min(100, Math.floor((Number(position) / head) * 100))} %`);
    };
    for await (const { kind, id, first, second } of idsUnderTwoOwners(log, follow)) {
      found++;
      console.log(`${kind} ${id}: ${told(first)}, and ${told(second)}`);
    }
  } finally {
    await log.close();
  }
  if (process.stderr.isTTY) process.stderr.write('\n');
  console.log(
    found === 0 ? 'No id has two owners.' : `${found} ids have two owners.\n${WHAT_TO_DO}`,
  );
  if (found > 0) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
