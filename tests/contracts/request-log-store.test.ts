import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoRequestLogStore } from '@hzm/infra/request-log/mongodb/mongo-request-log-store';
import { SqliteRequestLogStore } from '@hzm/infra/request-log/sqlite/sqlite-request-log-store';
import { afterAll, describe, expect, it } from 'vitest';
import { mongodb, newMongoAddress } from '../run/engines.ts';
import { needs } from '../run/needs.ts';
import { requestLogContract } from './request-log-store.ts';

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

describe('on a real server', needs(mongodb), () => {
  requestLogContract('mongodb', () => {
    const at = newMongoAddress();
    return () => new MongoRequestLogStore(at);
  });
});
