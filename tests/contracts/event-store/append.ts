import { START } from '@hzm/contracts/core/position';
import { MAX_APPEND_EVENTS, NO_STREAM, WrongRevision } from '@hzm/services/core/ports/event-store';
import { expect, it } from 'vitest';
import { fact, facts, numbers } from './facts.ts';
import type { Make } from './make.ts';

export function appendContract(make: Make): void {
  it('answers the revision and position of the last event', async () => {
    const store = await make();
    const first = await store.append('a', NO_STREAM, facts(3));
    const second = await store.append('a', 2, facts(1));
    expect([first.revision, second.revision]).toEqual([2, 3]);
    expect(second.position > first.position).toBe(true);
    expect(await store.head()).toBe(second.position);
  });

  it.each([
    ['on a missing stream', 0, NO_STREAM],
    ['too low', 0, 2],
    ['too high', 9, 2],
    ['as if there were none', NO_STREAM, 2],
  ])('refuses a revision that is not the last: %s', async (_, expected, actual) => {
    const store = await make();
    if (actual !== NO_STREAM) await store.append('a', NO_STREAM, facts(actual + 1));
    const head = await store.head();
    const refused: unknown = await store
      .append('a', expected, [fact(1)])
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(WrongRevision);
    expect((refused as WrongRevision).actual).toBe(actual);
    expect(await store.head()).toBe(head);
  });

  it('gives the same events at the same place their first outcome, whatever came after', async () => {
    const store = await make();
    const events = facts(2);
    const first = await store.append('a', NO_STREAM, events);
    const later = await store.append('a', 1, facts(1));
    expect(await store.append('a', NO_STREAM, events)).toEqual(first);
    expect(await store.head()).toBe(later.position);
  });

  it('tells events that only begin like known ones from a repetition', async () => {
    const store = await make();
    const events = facts(1);
    await store.append('a', NO_STREAM, events);
    await expect(store.append('a', NO_STREAM, [...events, fact(2)])).rejects.toBeInstanceOf(
      WrongRevision,
    );
    await expect(store.append('a', NO_STREAM, facts(1))).rejects.toBeInstanceOf(WrongRevision);
  });

  it('writes the same append, sent many times at once, once', async () => {
    const store = await make();
    const events = facts(3);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => store.append('a', NO_STREAM, events)),
    );
    expect(new Set(outcomes.map(({ position }) => position)).size).toBe(1);
    expect(await store.readStream('a')).toHaveLength(3);
  });

  it('lets one of many writers to one place win', async () => {
    const store = await make();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 16 }, (_, i) => store.append('a', NO_STREAM, [fact(i)])),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(
      outcomes.filter(
        outcome => outcome.status === 'rejected' && outcome.reason instanceof WrongRevision,
      ),
    ).toHaveLength(15);
    expect(await store.readStream('a')).toHaveLength(1);
  });

  it('keeps the events of one append together, each stream in order, every position once', async () => {
    const store = await make();
    await Promise.all(
      Array.from({ length: 20 }, async (_, s) => {
        for (let round = 0; round < 5; round++)
          await store.append(`s${s}`, round * 4 - 1, facts(4, round * 4));
      }),
    );
    const all = await store.readAll({ after: START, limit: 1000 });
    expect(all).toHaveLength(400);
    expect(all.map(({ position }) => position)).toEqual(
      [...new Set(all.map(({ position }) => position))].toSorted(),
    );
    for (let at = 0; at < all.length; at += 4)
      expect(new Set(all.slice(at, at + 4).map(({ stream }) => stream)).size).toBe(1);
    for (let s = 0; s < 20; s++)
      expect(numbers(all.filter(({ stream }) => stream === `s${s}`))).toEqual(
        Array.from({ length: 20 }, (_, n) => n),
      );
  });

  it('takes as many events as one append may have, neither none nor more', async () => {
    const store = await make();
    await store.append('a', NO_STREAM, facts(MAX_APPEND_EVENTS));
    await expect(store.append('b', NO_STREAM, [])).rejects.toBeInstanceOf(RangeError);
    await expect(store.append('b', NO_STREAM, facts(MAX_APPEND_EVENTS + 1))).rejects.toBeInstanceOf(
      RangeError,
    );
    expect(await store.readStream('b')).toEqual([]);
  });

  it('takes 1 MiB of data, not more', async () => {
    const store = await make();
    const of = (bytes: number) => [
      fact(1, { text: 'x'.repeat(bytes - JSON.stringify({ n: 1, text: '' }).length) }),
    ];
    await store.append('a', NO_STREAM, of(1_048_576));
    await expect(store.append('b', NO_STREAM, of(1_048_577))).rejects.toBeInstanceOf(RangeError);
    expect(await store.readStream('b')).toEqual([]);
  });
}
