import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@hzm/contracts/core/ids';
import { afterAll, expect, it } from 'vitest';
import { FileUploads } from './file-uploads.ts';

const directory = mkdtempSync(join(tmpdir(), 'hzm-uploads-'));
afterAll(() => rmSync(directory, { recursive: true }));
const uploads = new FileUploads(join(directory, 'imports'));
const key = randomBytes(32);

async function* chunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const all = async (parts: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const read = [];
  for await (const part of parts) read.push(part);
  return Buffer.concat(read);
};

it('an uploaded file is encrypted and readable by this user only', async () => {
  const [id, bytes] = [newId(), Buffer.from('{"projects":[]}'.repeat(20_000))];
  const { size, digest } = await uploads.write(id, key, chunks(bytes, 1_000));
  expect([size, digest.length]).toEqual([bytes.length, 43]);
  const file = join(directory, 'imports', id, 'file');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file).includes('projects')).toBe(false);
  expect((await all(uploads.read(id, key))).equals(bytes)).toBe(true);
  for (const [from, to] of [
    [0, 1],
    [15, 17],
    [16, 32],
    [7, 70_001],
    [65_535, 131_075],
    [bytes.length - 3, bytes.length],
    [5, 5],
  ] as const)
    expect((await all(uploads.read(id, key, from, to))).toString(), `${from}–${to}`).toBe(
      bytes.subarray(from, to).toString(),
    );
  expect(await uploads.ids()).toEqual([id]);
  await uploads.remove(id);
  await uploads.remove(id);
  expect(await uploads.ids()).toEqual([]);
});

it('an interrupted upload leaves nothing', async () => {
  async function* broken() {
    yield Buffer.from('{"projects":');
    throw new Error('gone');
  }
  await expect(uploads.write(newId(), key, broken())).rejects.toThrow('gone');
  expect(await uploads.ids()).toEqual([]);
});

it('an upload is claimed by one process at a time', async () => {
  const id = newId();
  expect(uploads.claim(id)).toBeUndefined();
  await uploads.write(id, key, chunks(Buffer.from('{}'), 1));
  const claim = uploads.claim(id)!;
  expect(uploads.claim(id)).toBeUndefined();
  claim.release();
  uploads.claim(id)!.release();
});
