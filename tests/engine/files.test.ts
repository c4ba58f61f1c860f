import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@hzm/contracts/core/ids';
import { DiskFileStore } from '@hzm/infra/files/disk/disk-file-store';
import { Files } from '@hzm/services/core/files/files';
import { afterAll, expect, it } from 'vitest';

const directory = mkdtempSync(join(tmpdir(), 'hzm-files-'));
afterAll(() => rmSync(directory, { recursive: true }));

const keys = new Map<string, KeyObject | null>();
const vault = {
  find: async (scope: string) => keys.get(scope) ?? undefined,
  obtain: async (scope: string) => {
    if (!keys.has(scope)) keys.set(scope, createSecretKey(randomBytes(32)));
    return keys.get(scope) ?? undefined;
  },
  isDestroyed: async (scope: string) => keys.get(scope) === null,
};
const store = new DiskFileStore(directory);
const files = new Files(vault, store);
const [one, two] = [newId(), newId()];
const keep = (projectId: string, text: string) =>
  files.keep(
    projectId,
    (async function* () {
      yield Buffer.from(text);
    })(),
  );
const read = async (projectId: string, address: string): Promise<string | undefined> => {
  const file = await files.open(projectId, address);
  if (!file) return undefined;
  const parts = [];
  for await (const part of file.read(0, file.size)) parts.push(part);
  await file.close();
  return Buffer.concat(parts).toString();
};
const kept = (projectId: string): readonly string[] => readdirSync(join(directory, projectId));
const age = (projectId: string, address: string): void =>
  utimesSync(join(directory, projectId, address), new Date(0), new Date(0));

it("keeps the same file once in each project, under names that tell nothing without the project's key", async () => {
  const [first, again, elsewhere] = [
    await keep(one, 'aynı'),
    await keep(one, 'aynı'),
    await keep(two, 'aynı'),
  ];
  expect(again).toEqual(first);
  expect(elsewhere.address).not.toBe(first.address);
  expect([first.size, kept(one), kept(two)]).toEqual([5, [first.address], [elsewhere.address]]);
  expect(readFileSync(join(directory, one, first.address)).includes('aynı')).toBe(false);
  expect(await read(one, first.address)).toBe('aynı');
});

it('opens no file of another project, and none that is not there', async () => {
  const { address } = await keep(one, 'benim');
  expect([
    await read(two, address),
    await read(one, '0'.repeat(64)),
    await read(newId(), address),
  ]).toEqual([undefined, undefined, undefined]);
});

it('collects what nobody needs once it is old, and the rest not', async () => {
  const [old, needed, fresh] = [
    await keep(two, 'eski'),
    await keep(two, 'gerekli'),
    await keep(two, 'yeni'),
  ];
  for (const { address } of [old, needed]) age(two, address);
  const asked: string[] = [];
  await files.collect(new Date(Date.now() - 1000), async projectId => {
    asked.push(projectId);
    return new Set([needed.address, ...kept(one)]);
  });
  expect(asked.toSorted()).toEqual([one, two].toSorted());
  expect([
    await read(two, old.address),
    await read(two, needed.address),
    await read(two, fresh.address),
  ]).toEqual([undefined, 'gerekli', 'yeni']);
});

it('opens nothing of a deleted project, keeps nothing for it, and collects all of its files', async () => {
  const { address } = await keep(one, 'silinecek');
  keys.set(`project:${one}`, null);
  expect(await read(one, address)).toBeUndefined();
  await expect(keep(one, 'sonra')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await files.collect(new Date(0), async () => new Set());
  expect(readdirSync(directory).includes(one)).toBe(false);
});
