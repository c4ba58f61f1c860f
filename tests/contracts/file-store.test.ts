import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskFileStore } from '@hzm/infra/files/disk/disk-file-store';
import { GridFileStore } from '@hzm/infra/files/mongodb/grid-file-store';
import { openDatabase } from '@hzm/infra/mongodb/database';
import { afterAll, describe, expect, it } from 'vitest';
import { mongodb, newMongoAddress } from '../run/engines.ts';
import { needs } from '../run/needs.ts';
import { fileStoreContract } from './file-store.ts';

const directory = mkdtempSync(join(tmpdir(), 'files-'));
afterAll(() => rmSync(directory, { recursive: true }));
const newDirectory = (): string => join(directory, randomUUID());

fileStoreContract('disk', () => {
  const at = newDirectory();
  return () => new DiskFileStore(at);
});

it('on a disk only this user can read a file, and what a killed process left is tidied up', async () => {
  const [at, partition] = [newDirectory(), randomUUID()];
  const store = new DiskFileStore(at);
  await store.write(
    partition,
    (async function* () {
      yield Buffer.from('x');
    })(),
    () => 'ab',
  );
  expect(
    [statSync(at), statSync(join(at, partition)), statSync(join(at, partition, 'ab'))].map(
      ({ mode }) => mode & 0o777,
    ),
  ).toEqual([0o700, 0o700, 0o600]);
  mkdirSync(join(at, 'incoming'), { recursive: true });
  writeFileSync(join(at, 'incoming', randomUUID()), 'half');
  await store.tidy(new Date(Date.now() - 60_000));
  expect(readdirSync(join(at, 'incoming')).length).toBe(1);
  await store.tidy(new Date(Date.now() + 60_000));
  expect(readdirSync(join(at, 'incoming'))).toEqual([]);
});

describe('on a real server', needs(mongodb), () => {
  fileStoreContract('mongodb', () => {
    const at = newMongoAddress();
    return () => new GridFileStore(at);
  });

  it('leaves no part of what broke off, or of what a killed process left', async () => {
    const [at, partition] = [newMongoAddress(), randomUUID()];
    const [store, database] = [new GridFileStore(at), openDatabase(at)];
    const parts = (): Promise<number> => database.collection('files.chunks').countDocuments();
    await expect(
      store.write(
        partition,
        (async function* () {
          yield Buffer.alloc(600_000);
          throw new Error('gone');
        })(),
        () => 'ab',
      ),
    ).rejects.toThrow('gone');
    expect(await parts()).toBe(0);
    const gate = Promise.withResolvers<void>();
    const writing = store.write(
      partition,
      (async function* () {
        yield Buffer.alloc(600_000);
        await gate.promise;
      })(),
      () => 'ab',
    );
    await expect.poll(parts).toBeGreaterThan(0);
    await store.tidy(new Date(Date.now() + 60_000));
    expect(await parts()).toBe(0);
    gate.resolve();
    await writing.catch(() => undefined);
    await Promise.all([store.close(), database.client.close()]);
  });
});
