import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { JsonObject } from '@hzm/contracts/core/json';
import { positionOf, type Position } from '@hzm/contracts/core/position';
import type { StoredEvent } from '@hzm/services/core/ports/event-store';
import { openDatabase, type DatabaseSync } from '../../sqlite/database.ts';
import { formatOf, FORMAT, LogTables } from './format.ts';

/** Returns an event in today's form, with the same position and id. */
export type Renew = (event: StoredEvent) => Promise<StoredEvent>;
/** Reports progress: the last position written, and the last in the log. */
export type Follow = (position: Position, head: Position) => void;

const PAGE_EVENTS = 500;
const PAGE_BYTES = 4_194_304;

interface OldRow {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly meta: string;
}

/**
 * Copies the log of an earlier version in today's format into a file beside it, which then replaces
 * it. Every event keeps its position, stream, revision and id. Resumes after an interruption. Skips
 * current and missing files. @throws any error of `renew`; the old file is then unchanged
 */
export async function upgradeLog(
  file: string,
  renew: Renew,
  follow: Follow = () => undefined,
): Promise<void> {
  if (!existsSync(file)) return;
  const next = `${file}.next`;
  const old = openDatabase(file, { durability: 'full' });
  try {
    const format = formatOf(old);
    if (format !== 0) return format === FORMAT ? remove(next) : undefined;
    await copy(old, next, renew, follow);
    settle(old);
  } finally {
    if (old.isOpen) old.close();
  }
  renameSync(next, file);
  const directory = openSync(dirname(file), 'r');
  fsyncSync(directory);
  closeSync(directory);
}

async function copy(old: DatabaseSync, next: string, renew: Renew, follow: Follow): Promise<void> {
  if (existsSync(next) && !continues(old, next)) remove(next);
  const target = openDatabase(next, { durability: 'full' });
  try {
    const tables = new LogTables(target);
    const identity = identityOf(old);
    if (identity !== undefined && identityOf(target) === undefined)
      target.prepare('INSERT INTO log VALUES (?)').run(identity);
    const head = lastOf(old);
    for (let after = lastOf(target); after < head;) {
      const page: (StoredEvent | OldRow)[] = [];
      for (const row of pageOf(old, after)) page.push(await renewed(row, renew));
      target.exec('BEGIN');
      for (const event of page) {
        const stream = tables.find(event.stream)?.stream ?? tables.add(event.stream);
        if (isOld(event))
          tables.writeUnreadable(
            event.position,
            stream,
            event.revision,
            event,
            event.data + event.meta,
          );
        else tables.write(Number(event.position), stream, event.revision, event);
      }
      target.exec('COMMIT');
      after = Number(page.at(-1)!.position);
      follow(positionOf(after), positionOf(head));
    }
    settle(target);
  } finally {
    if (target.isOpen) target.close();
  }
}

/** Returns the event in its new form, or the row itself if it is not readable as an event. */
async function renewed(row: OldRow, renew: Renew): Promise<StoredEvent | OldRow> {
  const { data, meta, position, ...event } = row;
  let parsed: readonly [JsonObject, JsonObject];
  try {
    parsed = [JSON.parse(data) as JsonObject, JSON.parse(meta) as JsonObject];
  } catch {
    return row;
  }
  return renew({ ...event, position: positionOf(position), data: parsed[0], meta: parsed[1] });
}

const isOld = (event: StoredEvent | OldRow): event is OldRow => typeof event.data === 'string';

/** Reads a page of events, bounded in memory. */
function pageOf(old: DatabaseSync, after: number): OldRow[] {
  const page: OldRow[] = [];
  let bytes = 0;
  for (const row of old
    .prepare('SELECT * FROM events WHERE position > ? ORDER BY position LIMIT ?')
    .iterate(after, PAGE_EVENTS) as unknown as Iterable<OldRow>) {
    page.push(row);
    bytes += row.data.length;
    if (bytes > PAGE_BYTES) break;
  }
  return page;
}

const lastOf = (database: DatabaseSync): number =>
  (
    database.prepare('SELECT coalesce(max(position), 0) AS last FROM events').get() as {
      last: number;
    }
  ).last;

const identityOf = (database: DatabaseSync): string | undefined =>
  (database.prepare('SELECT identity FROM log').get() as { identity: string } | undefined)
    ?.identity;

/**
 * Whether an interrupted copy is sound and a prefix of this log, not of one that a restore has
 * replaced.
 */
function continues(old: DatabaseSync, next: string): boolean {
  let target: DatabaseSync | undefined;
  try {
    target = openDatabase(next, { durability: 'full' });
    const tables = new LogTables(target);
    const last = lastOf(target);
    const there = old.prepare('SELECT id FROM events WHERE position = ?').get(last) as
      | { id: string }
      | undefined;
    return (
      identityOf(target) === identityOf(old) &&
      (last === 0 || tables.readAll(last - 1, 1)[0]!.id === there?.id)
    );
  } catch {
    return false;
  } finally {
    target?.close();
  }
}

/** Checkpoints the write-ahead log and removes it, so that the file is complete by itself. */
function settle(database: DatabaseSync): void {
  const { journal_mode: mode } = database.prepare('PRAGMA journal_mode = DELETE').get() as {
    journal_mode: string;
  };
  if (mode !== 'delete')
    throw new Error(
      'The log is in use by another program, a backup perhaps; start again when that has ended.',
    );
  database.close();
}

function remove(file: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(file + end, { force: true });
}
