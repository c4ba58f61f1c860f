import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FileStore, StoredFile } from '@hzm/services/core/ports/file-store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

async function* chunks(bytes: Buffer, size = 50_000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const listed = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const list = [];
  for await (const item of items) list.push(item);
  return list;
};
const all = async (parts: AsyncIterable<Uint8Array>): Promise<Buffer> =>
  Buffer.concat(await listed(parts));
const newName = (): string => randomBytes(32).toString('hex');

/** The contract of every file store. `at` gives a place, and a way to open it again and again. */
export function fileStoreContract(name: string, at: () => () => FileStore): void {
  describe(`file store: ${name}`, () => {
    let open: () => FileStore;
    let store: FileStore;
    const [partition, other] = [randomUUID(), randomUUID()];
    beforeEach(() => {
      open = at();
      store = open();
    });
    afterEach(() => store.close());

    const put = async (bytes: Buffer, file = newName(), of = partition): Promise<string> => {
      await store.write(of, chunks(bytes), () => file);
      return file;
    };
    const read = async (file: string, from?: number, to?: number): Promise<Buffer | undefined> => {
      const found = await store.open(partition, file);
      if (!found) return undefined;
      try {
        return await all(found.read(from ?? 0, to ?? found.size));
      } finally {
        await found.close();
      }
    };
    const entries = async (): Promise<readonly StoredFile[]> => listed(store.entries());

    it('gives back every byte, and any range of them', async () => {
      const bytes = randomBytes(700_001);
      const file = await put(bytes);
      expect((await read(file))!.equals(bytes)).toBe(true);
      for (const [from, to] of [
        [0, 1],
        [0, 0],
        [261_119, 261_121],
        [65_535, 131_075],
        [700_000, 700_001],
        [12, 700_001],
      ] as const)
        expect(
          (await read(file, from, to))!.equals(bytes.subarray(from, to)),
          `${from}–${to}`,
        ).toBe(true);
      const found = (await store.open(partition, file))!;
      expect(found.size).toBe(bytes.length);
      await found.close();
    });

    it('keeps what is empty', async () => {
      expect((await read(await put(Buffer.alloc(0))))!.length).toBe(0);
    });

    it('tells the name only when all has come', async () => {
      let came = 0;
      async function* counted() {
        for await (const chunk of chunks(randomBytes(200_000))) {
          came += chunk.length;
          yield chunk;
        }
      }
      const file = newName();
      await store.write(partition, counted(), () => {
        expect(came).toBe(200_000);
        return file;
      });
      expect((await read(file))!.length).toBe(200_000);
    });

    it('keeps nothing of what breaks off, and shows nothing of what is on its way', async () => {
      const gate = Promise.withResolvers<void>();
      async function* broken() {
        yield randomBytes(400_000);
        await gate.promise;
        throw new Error('gone');
      }
      const file = newName();
      const failure = store
        .write(partition, broken(), () => file)
        .then(
          () => undefined,
          (error: unknown) => error,
        );
      await sleep(50);
      expect([await entries(), await read(file)]).toEqual([[], undefined]);
      gate.resolve();
      expect(await failure).toMatchObject({ message: 'gone' });
      expect([await entries(), await read(file)]).toEqual([[], undefined]);
    });

    it('keeps the same once, also when it comes several times at once', async () => {
      const [bytes, file] = [randomBytes(300_000), newName()];
      await Promise.all(Array.from({ length: 5 }, () => put(bytes, file)));
      await put(bytes, file);
      expect((await entries()).map(({ partition: of, name: is, size }) => [of, is, size])).toEqual([
        [partition, file, 300_000],
      ]);
      expect((await read(file))!.equals(bytes)).toBe(true);
    });

    it('goes on giving what was opened when the same is written again', async () => {
      const [bytes, file] = [randomBytes(600_000), newName()];
      await put(bytes, file);
      const found = (await store.open(partition, file))!;
      const reading = found.read(0, found.size)[Symbol.asyncIterator]();
      const first = (await reading.next()).value as Uint8Array;
      await put(bytes, file);
      const rest = await all({ [Symbol.asyncIterator]: () => reading });
      await found.close();
      expect(Buffer.concat([first, rest]).equals(bytes)).toBe(true);
    });

    it('removes what is older than a time, and counts what is written again as new', async () => {
      const bytes = randomBytes(10);
      const [kept, gone] = [await put(bytes), await put(bytes)];
      await sleep(20);
      const time = new Date();
      await sleep(20);
      await put(bytes, kept);
      await store.remove(partition, kept, time);
      await store.remove(partition, gone, time);
      expect((await entries()).map(entry => entry.name)).toEqual([kept]);
      await store.remove(partition, kept);
      await store.remove(partition, kept);
      expect(await entries()).toEqual([]);
    });

    it('removes a partition, and no other', async () => {
      await Promise.all([
        put(randomBytes(10)),
        put(randomBytes(10)),
        put(randomBytes(10), newName(), other),
      ]);
      await store.removeAll(partition);
      await store.removeAll(partition);
      expect((await entries()).map(entry => entry.partition)).toEqual([other]);
    });

    it('is there after it was closed, and knows nothing that nobody wrote', async () => {
      const file = await put(Buffer.from('kept'));
      await store.close();
      store = open();
      expect([(await read(file))!.toString(), await read(newName())]).toEqual(['kept', undefined]);
    });

    it('tidies up what a process left that ended in between, and nothing else', async () => {
      const file = await put(Buffer.from('whole'));
      const gate = Promise.withResolvers<void>();
      async function* slow() {
        yield randomBytes(400_000);
        await gate.promise;
      }
      const late = newName();
      const writing = store.write(partition, slow(), () => late);
      await sleep(50);
      await store.tidy(new Date(Date.now() - 60_000));
      gate.resolve();
      await writing;
      await store.tidy(new Date(Date.now() + 60_000));
      expect((await entries()).map(entry => entry.name).toSorted()).toEqual(
        [file, late].toSorted(),
      );
    });
  });
}
