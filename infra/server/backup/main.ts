import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { nameAt } from '../../backup/backup-folder.ts';
import { installationOf, say } from './environment.ts';
import { makeBackup } from './make-backup.ts';
import { openSources } from './sources.ts';

/* Entry point of `npm run backup [-- FILE]`; the server may be running. */

const EVERY_MS = 1_000;
try {
  const {
    positionals: [name, ...more],
  } = parseArgs({ allowPositionals: true });
  if (more.length > 0)
    throw new Error(
      'npm run backup [-- FILE] makes one backup of the installation that HZM_DATA_DIR, HZM_EVENT_STORE and HZM_READ_MODEL name. HZM_BACKUP_PASSPHRASE encrypts it.',
    );
  const passphrase = process.env['HZM_BACKUP_PASSPHRASE'];
  const file = resolve(name ?? join(process.env['HZM_BACKUP_DIR'] ?? '.', nameAt(new Date())));
  if (existsSync(file)) throw new Error(`${file} exists already. Choose another name.`);
  await using held = new AsyncDisposableStack();
  const sources = await openSources(installationOf(process.env), held);
  let said = performance.now();
  const { events, damaged, keys, destroyed, files, end, endedAt, bytes } = await makeBackup(
    sources,
    {
      file,
      passphrase,
      now: () => new Date(),
      follow: share => {
        if (performance.now() - said < EVERY_MS) return;
        said = performance.now();
        say(`writing: ${Math.floor(share * 100)} %`);
      },
    },
  );
  if (process.stderr.isTTY) process.stderr.write('\n');
  console.log(
    `${file}: ${events} events up to position ${Number(end)}, ${files} files, and ${keys} keys, ${destroyed} of them destroyed; ${bytes} bytes. It has every write answered before ${endedAt}.`,
  );
  if (damaged > 0)
    console.log(`${damaged} events are damaged in the log; the backup has only their positions.`);
  console.log(
    passphrase === undefined
      ? 'This file contains the secret, so it gives access to all data. Protect it like the secret.'
      : 'It is encrypted and cannot be opened without HZM_BACKUP_PASSPHRASE.',
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
