import { newId } from '@hzm/contracts/core/ids';
import { START } from '@hzm/contracts/core/position';
import { expect, it } from 'vitest';
import { openDatabase } from '../../sqlite/database.ts';
import { FORMAT, formatOf, LogTables } from './format.ts';

const event = (n: number) => ({
  id: newId(),
  type: 'noted',
  data: { n, id: newId(), $sealed: Buffer.alloc(30, n).toString('base64') },
  meta: { at: '2026-01-01T00:00:00.000Z' },
});

function filled(count: number) {
  const database = openDatabase(':memory:', { durability: 'full' });
  const tables = new LogTables(database);
  const stream = tables.add('s');
  const events = Array.from({ length: count }, (_, n) => event(n));
  for (const [n, one] of events.entries()) tables.write(n + 1, stream, n, one);
  return { database, tables, events };
}

it('an event with changed bits keeps its position and leaves all others readable', () => {
  const { database, tables, events } = filled(3);
  const { body } = database.prepare('SELECT body FROM events WHERE position = 2').get() as {
    body: Uint8Array;
  };
  const before = tables.readAll(Number(START), 10);
  for (let at = 0; at < body.length; at++) {
    for (const bit of [0, 3, 7]) {
      const flipped = Buffer.from(body);
      flipped[at]! ^= 1 << bit;
      database.prepare('UPDATE events SET body = ? WHERE position = 2').run(flipped);
      const read = tables.readAll(Number(START), 10);
      expect(
        read.map(({ stream, revision, position, type }) => ({ stream, revision, position, type })),
      ).toEqual(
        before.map(({ stream, revision, position, type }) => ({
          stream,
          revision,
          position,
          type,
        })),
      );
      expect([read[0], read[2]]).toEqual([before[0], before[2]]);
    }
  }
  database.prepare('UPDATE events SET body = ? WHERE position = 2').run(body.subarray(0, 40));
  expect(tables.readAll(1, 1)).toEqual([
    { ...before[1], id: events[1]!.id, data: {}, meta: {}, isUnreadable: true },
  ]);
  database.prepare('UPDATE events SET shape = 77 WHERE position = 2').run();
  expect(tables.readAll(1, 1)[0]).toMatchObject({
    type: 'damaged',
    revision: 1,
    isUnreadable: true,
  });
  database.prepare('UPDATE events SET stream = 77 WHERE position = 2').run();
  expect(tables.readAll(0, 9).map(({ stream }) => stream)).toEqual(['s', '', 's']);
});

it('a new file has no format until the tables are made and keeps that format', () => {
  const database = openDatabase(':memory:', { durability: 'full' });
  expect(formatOf(database)).toBeUndefined();
  for (const _ of [1, 2]) {
    const tables = new LogTables(database);
    expect([formatOf(database), tables.readAll(0, 1)]).toEqual([FORMAT, []]);
  }
});

it('streams whose names have the same hash stay separate', () => {
  const { tables } = filled(0);
  // Both names have the same CRC-32.
  const [one, other] = ['plumless', 'buckeroo'];
  tables.write(1, tables.add(one), 0, event(1));
  expect(tables.find(other)).toBeUndefined();
  tables.write(2, tables.add(other), 0, event(2));
  expect([
    tables.readStream(one, 0, 9).map(({ data }) => data['n']),
    tables.readStream(other, 0, 9).map(({ data }) => data['n']),
  ]).toEqual([[1], [2]]);
});
