import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { nameAt } from '../../backup/backup-folder.ts';
import { installationOf, say } from './environment.ts';
import { makeBackup } from './make-backup.ts';
import { openSources } from './sources.ts';

/* npm run backup [-- FILE]: while the server runs, or not. */

const EVERY_MS = 1_000;
try {
  const {
    positionals: [name, ...more],
  } = parseArgs({ allowPositionals: true });
  if (more.length > 0)
    throw new Error(
      'npm run backup [-- FILE] makes one backup of what HZM_DATA_DIR, HZM_EVENT_STORE and HZM_READ_MODEL name. HZM_BACKUP_PASSPHRASE encrypts it.',
    );
  const passphrase = process.env['HZM_BACKUP_PASSPHRASE'];
  const file = resolve(name ?? join(process.env['HZM_BACKUP_DIR'] ?? '.', nameAt(new Date())));
  if (existsSync(file)) throw new Error(`${file} is there already. Choose another name.`);
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
    `${file}: ${events} events up to position ${Number(end)}, ${files} files, and ${keys} keys, ${destroyed} of them destroyed; ${bytes} bytes. It has everything that was answered before ${endedAt}.`,
  );
  if (damaged > 0)
    console.log(`${damaged} events are damaged in the log: of them the backup has only the place.`);
  console.log(
    passphrase === undefined
      ? 'Whoever has this file can read everything, the secret is in it. Keep it as you keep the secret.'
      : 'It is encrypted: without HZM_BACKUP_PASSPHRASE nobody opens it, you neither.',
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
