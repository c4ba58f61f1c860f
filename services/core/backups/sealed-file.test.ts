import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HEADER_BYTES, keyIn, openSealed, plainSize, SealBroken, sealFile } from './sealed-file.ts';

const key = randomBytes(32);
async function* chunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const all = async (parts: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const read = [];
  for await (const part of parts) read.push(part);
  return Buffer.concat(read);
};
const sealedOf = (bytes: Buffer, size = 10_000): Promise<Buffer> =>
  all(sealFile(key, chunks(bytes, size)));
const opened = async (
  sealed: Buffer,
  from = 0,
  to = plainSize(sealed.length),
  size = plainSize(sealed.length),
): Promise<Buffer> =>
  all(
    openSealed(keyIn(sealed.subarray(0, HEADER_BYTES), key), size, from, to, (begin, end) =>
      chunks(sealed.subarray(begin, end), 7_777),
    ),
  );

it('openSealed returns any range of a file of any size and chunking', async () => {
  const sizes = fc.oneof(
    fc.integer({ min: 0, max: 300_000 }),
    fc.constantFrom(0, 1, 65_535, 65_536, 65_537, 131_072),
  );
  await fc.assert(
    fc.asyncProperty(
      sizes,
      fc.integer({ min: 1, max: 200_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (size, chunk, a, b) => {
        const bytes = randomBytes(size);
        const sealed = await sealedOf(bytes, chunk);
        const [from, to] = [Math.floor(Math.min(a, b) * size), Math.ceil(Math.max(a, b) * size)];
        expect(plainSize(sealed.length)).toBe(size);
        expect((await opened(sealed)).equals(bytes)).toBe(true);
        expect((await opened(sealed, from, to)).equals(bytes.subarray(from, to))).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

it('sealFile hides the content and seals equal files differently', async () => {
  const bytes = Buffer.from('gizli '.repeat(20_000));
  const [one, two] = [await sealedOf(bytes), await sealedOf(bytes)];
  expect([one.includes('gizli'), one.equals(two)]).toEqual([false, false]);
});

it('openSealed detects changed bytes, swapped or missing parts, and another key', async () => {
  const sealed = await sealedOf(randomBytes(200_000));
  for (const at of [0, 5, 20, 60, HEADER_BYTES, 70_000, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    await expect(opened(changed), `byte ${at}`).rejects.toThrow(SealBroken);
  }
  const part = (n: number): Buffer =>
    sealed.subarray(HEADER_BYTES + n * 65_552, HEADER_BYTES + (n + 1) * 65_552);
  await expect(
    opened(Buffer.concat([sealed.subarray(0, HEADER_BYTES), part(1), part(0), part(2), part(3)])),
  ).rejects.toThrow(SealBroken);
  // Truncated between two parts, which is only detectable because the last part is marked as such.
  await expect(opened(sealed.subarray(0, HEADER_BYTES + 2 * 65_552))).rejects.toThrow(SealBroken);
  await expect(opened(sealed.subarray(0, -30), 0, 200_000, 200_000)).rejects.toThrow(SealBroken);
  expect(() => keyIn(sealed.subarray(0, HEADER_BYTES), randomBytes(32))).toThrow(SealBroken);
});
