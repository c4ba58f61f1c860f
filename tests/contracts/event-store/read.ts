import type { JsonObject } from '@hzm/contracts/core/json';
import { positionOf, START } from '@hzm/contracts/core/position';
import { READ_BYTES } from '@hzm/services/core/ports/byte-budget';
import {
  isEnd,
  NO_STREAM,
  storedBytes,
  UnknownPosition,
  type StoredEvent,
} from '@hzm/services/core/ports/event-store';
import { Unavailable } from '@hzm/services/core/ports/unavailable';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fact, facts, large, LARGE_BYTES, numbers } from './facts.ts';
import type { Make } from './make.ts';

const weightOf = (events: readonly StoredEvent[]): number =>
  events.reduce((sum, event) => sum + storedBytes(event), 0);

export function readContract(make: Make): void {
  it('gives events back as they were, whatever they say', async () => {
    const store = await make();
    let revision = NO_STREAM;
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), async data => {
        const asJson = JSON.parse(JSON.stringify(data)) as JsonObject;
        await store.append('a', revision, [{ ...fact(1), data: asJson }]);
        revision++;
        const [event] = await store.readStream('a', { from: revision });
        expect(event!.data).toEqual(asJson);
      }),
      { numRuns: 50 },
    );
  });

  it('tells stream, revision, id, type and meta', async () => {
    const store = await make();
    const event = { ...fact(7), meta: { at: 'şimdi', actor: 'ı' } };
    const { position } = await store.append('row-ğ', NO_STREAM, [event]);
    expect(await store.readStream('row-ğ')).toEqual([
      { ...event, stream: 'row-ğ', revision: 0, position },
    ]);
  });

  it('reads a stream from a revision, so many events, and nothing of a stream that is not there', async () => {
    const store = await make();
    await store.append('a', NO_STREAM, facts(10));
    await store.append('ab', NO_STREAM, facts(1, 99));
    expect(numbers(await store.readStream('a'))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(numbers(await store.readStream('a', { from: 7 }))).toEqual([7, 8, 9]);
    expect(numbers(await store.readStream('a', { from: 2, limit: 3 }))).toEqual([2, 3, 4]);
    expect(await store.readStream('a', { from: 10 })).toEqual([]);
    expect(await store.readStream('b')).toEqual([]);
  });

  it('reads all streams behind a position, page by page', async () => {
    const store = await make();
    for (let n = 0; n < 9; n++) await store.append(`s${n % 3}`, Math.floor(n / 3) - 1, [fact(n)]);
    const seen: number[] = [];
    for (let after = START; ;) {
      const page = await store.readAll({ after, limit: 4 });
      if (page.length === 0) break;
      seen.push(...numbers(page));
      after = page.at(-1)!.position;
    }
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('tells which event stands at a position, and that none does', async () => {
    const store = await make();
    const events = facts(3);
    const { position } = await store.append('a', NO_STREAM, events);
    const all = await store.readStream('a');
    for (const event of all) expect(await store.eventIdAt(event.position)).toBe(event.id);
    expect(await store.eventIdAt(START)).toBeUndefined();
    expect(await store.eventIdAt(positionOf(BigInt(position) + 1n))).toBeUndefined();
    expect(await store.eventIdAt(positionOf(9_000_000_000_000_000n))).toBeUndefined();
  });

  it('goes on from a position that no event has, or says that it cannot', async () => {
    const store = await make();
    await store.append('a', NO_STREAM, facts(3));
    const first = (await store.readStream('a'))[0]!.position;
    for (const after of [
      positionOf(1),
      positionOf(BigInt(first) + 1n),
      positionOf(9_000_000_000_000_000n),
    ]) {
      const told = (error: unknown): unknown =>
        error instanceof UnknownPosition ? error.position : error;
      const later = (all: readonly StoredEvent[]): unknown =>
        all.every(({ position }) => position > after) ? after : all;
      expect(await store.readAll({ after, limit: 9 }).then(later, told)).toBe(after);
    }
    expect(await store.readAll({ after: first, limit: 1 })).toHaveLength(1);
  });

  it('reads as many bytes as are asked for, and one event at least', async () => {
    const store = await make();
    for (let n = 0; n < 4; n++) await store.append('a', n - 1, [large(n)]);
    expect(numbers(await store.readStream('a', { bytes: 1 }))).toEqual([0]);
    expect(numbers(await store.readStream('a', { from: 1, bytes: LARGE_BYTES + 1000 }))).toEqual([
      1, 2,
    ]);
    expect(
      numbers(await store.readStream('a', { from: 1, limit: 1, bytes: 10 * LARGE_BYTES })),
    ).toEqual([1]);
    expect(numbers(await store.readStream('a'))).toEqual([0, 1, 2, 3]);
  });

  it('reads all streams in pages of bounded bytes, and tells the last one from the others', async () => {
    const store = await make();
    const many = Math.ceil((2 * READ_BYTES) / LARGE_BYTES) + 3;
    for (let n = 0; n < many; n++) await store.append(`s${n}`, NO_STREAM, [large(n)]);
    const seen: number[] = [];
    for (let after = START, last = false; !last;) {
      const page = await store.readAll({ after, limit: 500 });
      last = isEnd(page, 500);
      expect(weightOf(page)).toBeLessThan(READ_BYTES + 2 * LARGE_BYTES);
      seen.push(...numbers(page));
      after = page.at(-1)?.position ?? after;
    }
    expect(seen).toEqual(Array.from({ length: many }, (_, n) => n));
  });

  it('starts at START', async () => {
    const store = await make();
    expect(await store.head()).toBe(START);
    expect(await store.readAll({ after: START, limit: 10 })).toEqual([]);
  });

  it('has an identity that stays', async () => {
    const store = await make();
    const identity = await store.identity();
    await store.append('a', NO_STREAM, facts(1));
    expect(await store.identity()).toBe(identity);
    expect(await (await make()).identity()).not.toBe(identity);
  });

  it('says that it is unavailable once closed', async () => {
    const store = await make();
    await store.close();
    await expect(store.readStream('a')).rejects.toBeInstanceOf(Unavailable);
    await expect(store.append('a', NO_STREAM, facts(1))).rejects.toBeInstanceOf(Unavailable);
  });
}
