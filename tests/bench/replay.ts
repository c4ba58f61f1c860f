import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { START } from '@hzm/contracts/core/position';
import { SqliteEventStore } from '@hzm/infra/event-store/sqlite/sqlite-event-store';
import { openDatabase } from '@hzm/infra/sqlite/database';
import type { Figure } from './figure.ts';
import { load } from './load.ts';
import { rowOf, signUp, startProduct } from './product.ts';

/**
 * Reads and parses every event and upserts one document, the minimum of a replay. @returns events
 * per second
 */
async function bareReplay(directory: string): Promise<number> {
  const log = await SqliteEventStore.open(join(directory, 'events.db'));
  const file = join(directory, 'bare.db');
  const documents = openDatabase(file, { durability: 'normal' });
  documents.exec(
    'CREATE TABLE documents (id TEXT PRIMARY KEY, doc TEXT NOT NULL) STRICT, WITHOUT ROWID',
  );
  const upsert = documents.prepare(
    'INSERT INTO documents VALUES (?, ?) ON CONFLICT DO UPDATE SET doc = excluded.doc',
  );
  const started = performance.now();
  let count = 0;
  for (let after = START; ;) {
    const events = await log.readAll({ after, limit: 500 });
    if (events.length === 0) break;
    documents.exec('BEGIN');
    for (const { stream, data } of events) upsert.run(stream, JSON.stringify(data));
    documents.exec('COMMIT');
    after = events.at(-1)!.position;
    count += events.length;
  }
  const perSecond = count / ((performance.now() - started) / 1000);
  await log.close();
  documents.close();
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
  return perSecond;
}

const countEvents = (directory: string): number => {
  const log = openDatabase(join(directory, 'events.db'), { durability: 'full' });
  const { count } = log.prepare('SELECT count(*) AS count FROM events').get() as { count: number };
  log.close();
  return count;
};

/**
 * Writes single rows for some seconds, then deletes the read model and measures its rebuild at the
 * start.
 */
export async function replayFigures(directory: string, seconds: number): Promise<Figure[]> {
  const program = await startProduct(directory);
  const product = await signUp(program.address);
  await load(product, 64, seconds, n => ({
    method: 'POST',
    path: `/api/v1/data/table/${product.table}/rows`,
    body: rowOf(n),
  }));
  await program.stop();
  const events = countEvents(directory);
  const ready = await startProduct(directory);
  await ready.stop();
  for (const end of ['', '-wal', '-shm'])
    rmSync(join(directory, `views.db${end}`), { force: true });
  const rebuilt = await startProduct(directory);
  await rebuilt.stop();
  const perSecond = events / ((rebuilt.startMs - ready.startMs) / 1000);
  return [
    {
      name: `replay of ${events.toLocaleString('en-US')} events`,
      value: perSecond,
      unit: '/s',
      ceiling: await bareReplay(directory),
      target: { atLeast: 40_000 },
      of: 'value',
    },
  ];
}
