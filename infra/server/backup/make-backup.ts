import type { Json } from '@hzm/contracts/core/json';
import { START, type Position } from '@hzm/contracts/core/position';
import { BackupWriter } from '../../backup/backup-writer.ts';
import { eventLine, fileLines, keyLine, secretsLine } from '../../backup/contents.ts';
import type { Summary } from '../../backup/format.ts';
import { readFiles } from '../migrate/copy-files.ts';
import { retry } from '../migrate/retry.ts';
import { VERSION } from '../version.ts';
import type { Sources } from './sources.ts';

const PAGE_EVENTS = 500;
/** Bounds the keys of one frame. */
const MAX_KEYS = 1_000;

export interface Making {
  readonly file: string;
  readonly passphrase?: string | undefined;
  readonly now: () => Date;
  /** Called with the share done, 0 to 1. */
  readonly follow?: (share: number) => void;
}

/**
 * Writes a backup while others write. Keys are read after the events, so none that sealed an event
 * is missing, and a key destroyed meanwhile is absent. Files come last, because a file exists
 * before the event that names it. @throws Error after removing the partial file
 */
export async function makeBackup(
  { log, vault, files, secret }: Sources,
  { file, passphrase, now, follow = () => undefined }: Making,
): Promise<Summary & { readonly bytes: number }> {
  const startedAt = now().toISOString();
  using writer = new BackupWriter(file, { version: VERSION, startedAt }, passphrase);
  const begin = await retry(() => log.head());
  let [events, damaged]: [number, number] = [0, 0];
  let position: Position = START;
  const copyTo = async (until: Position): Promise<void> => {
    while (position < until) {
      const page = (await retry(() => log.readAll({ after: position, limit: PAGE_EVENTS }))).filter(
        event => event.position <= until,
      );
      const last = page.at(-1);
      if (!last) throw new Error(`The log ended at ${position}, but it had been at ${until}.`);
      writer.write('E', page.map(eventLine));
      events += page.length;
      damaged += page.filter(({ isUnreadable }) => isUnreadable).length;
      position = last.position;
      follow(Math.min(1, Number(position) / Number(begin)));
    }
  };
  await copyTo(begin);
  // Every write answered before this moment is in the log read after it.
  const endedAt = now().toISOString();
  await copyTo(await retry(() => log.head()));

  let [keys, destroyed]: [number, number] = [0, 0];
  let lines: Json[] = [];
  for await (const { scope, key } of vault.entries()) {
    lines.push(keyLine(scope, key));
    keys++;
    if (key === null) destroyed++;
    if (lines.length < MAX_KEYS) continue;
    writer.write('K', lines);
    lines = [];
  }
  if (lines.length > 0) writer.write('K', lines);
  let copied = 0;
  for await (const one of readFiles(files, vault)) {
    for (const line of fileLines(one)) writer.write('F', line);
    copied++;
  }
  writer.write('S', secretsLine({ secret, pepper: vault.pepper }));
  const summary: Summary = {
    events,
    damaged,
    keys,
    destroyed,
    files: copied,
    begin,
    end: position,
    startedAt,
    endedAt,
  };
  return { ...summary, bytes: writer.finish(summary) };
}
