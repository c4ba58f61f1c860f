import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MongoRequestLogStore } from '@hzm/infra/request-log/mongodb/mongo-request-log-store';
import { LogFile } from '@hzm/infra/request-log/sqlite/log-file';
import { SqliteRequestLogStore } from '@hzm/infra/request-log/sqlite/sqlite-request-log-store';
import { FORGOTTEN_MS } from '@hzm/services/core/ports/request-log-store';
import { afterAll, describe, expect, it } from 'vitest';
import { mongodb, newMongoAddress } from '../run/engines.ts';
import { needs } from '../run/needs.ts';
import { entry, requestLogContract } from './request-log-store.ts';

const directory = mkdtempSync(join(tmpdir(), 'request-log-'));
afterAll(() => rmSync(directory, { recursive: true }));

requestLogContract('sqlite', () => {
  const file = join(directory, randomUUID());
  return () => new SqliteRequestLogStore(file);
});

it('a damaged request log is set aside, and an empty one takes its place', async () => {
  const file = join(directory, randomUUID());
  writeFileSync(file, 'no database at all, but longer than the header of one. '.repeat(9));
  const heard: unknown[] = [];
  const store = new SqliteRequestLogStore(file, { damaged: error => heard.push(error) });
  expect([await store.find({}, 1), heard.length, existsSync(`${file}.damaged`)]).toEqual([
    [],
    1,
    true,
  ]);
  await store.close();
});

it('a request log tells kinds apart after a write that failed', () => {
  const at = join(directory, randomUUID());
  const file = new LogFile(at);
  const failing = [entry(1, { name: 'first' }), entry(2, { bytes: {} as never })];
  expect(() => file.add(failing)).toThrow(TypeError);
  file.add([entry(3, { name: 'second' }), entry(4, { name: 'first' })]);
  file.close();
  const again = new LogFile(at);
  expect(again.find({}, 10).map(({ name }) => name)).toEqual(['first', 'second']);
  again.close();
});

it('a request log in a file knows for two hours what it has forgotten', () => {
  const at = join(directory, randomUUID());
  const file = new LogFile(at);
  const passes = (ms: number): void => {
    const database = new DatabaseSync(at);
    database.prepare('UPDATE forgotten SET at = at - ?').run(ms / 1_000);
    database.close();
  };
  file.forget('project', 'first');
  passes(FORGOTTEN_MS / 2);
  file.forget('project', 'second');
  file.add([entry(1, { project: 'first' })]);
  passes(FORGOTTEN_MS / 2);
  file.forget('project', 'third');
  file.add([entry(2, { project: 'first' }), entry(3, { project: 'second' })]);
  expect(file.find({}, 10).map(({ id }) => id)).toEqual([entry(2).id]);
  file.close();
});

describe('on a real server', needs(mongodb), () => {
  requestLogContract('mongodb', () => {
    const at = newMongoAddress();
    return () => new MongoRequestLogStore(at);
  });
});
