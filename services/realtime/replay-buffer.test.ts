import { positionOf, START } from '@hzm/contracts/core/position';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReplayBuffer, type BufferedEvent } from './replay-buffer.ts';

const entry = (n: number, keys: readonly string[], weight = 1): BufferedEvent => ({
  event: { position: positionOf(n) } as BufferedEvent['event'],
  changes: [],
  heardAt: 0,
  keys,
  coalesced: [],
  messages: new Map(),
  messageBytes: 0,
  weight,
});

describe('ReplayBuffer', () => {
  it('holds everything later than `since` after any pushes, trims and extensions', () => {
    const keys = fc.subarray(['a', 'b', 'c'], { minLength: 1 });
    fc.assert(
      fc.property(
        fc.array(fc.record({ keys, weight: fc.nat(5), lag: fc.nat(6) }), { maxLength: 60 }),
        fc.nat(60),
        (pushed, back) => {
          const buffer = new ReplayBuffer(START, { entries: 10, bytes: 25 });
          const all = pushed.map((one, i) => entry(i + 1, one.keys, one.weight));
          for (const [i, one] of all.entries()) {
            buffer.push(one);
            buffer.trim(positionOf(Math.max(0, i + 1 - pushed[i]!.lag)));
          }
          const expectWhole = (): void => {
            for (const key of ['a', 'b', 'c'])
              expect(buffer.after([key], buffer.since)).toEqual(
                all.filter(
                  ({ event, keys }) => event.position > buffer.since && keys.includes(key),
                ),
              );
          };
          expectWhole();
          buffer.trim(positionOf(all.length));
          expect(
            all.filter(({ event }) => event.position > buffer.since).length,
          ).toBeLessThanOrEqual(10);
          const since = positionOf(back);
          if (since < buffer.since)
            buffer.extend(
              since,
              all.filter(({ event }) => event.position > since && event.position <= buffer.since),
            );
          expectWhole();
          expect(
            buffer.after(['a'], buffer.since).length,
            'what is read back stays within the limits, too',
          ).toBeLessThanOrEqual(10);
        },
      ),
    );
  });

  it('evicts entries about deleted things and messages that name a deleted actor', () => {
    const buffer = new ReplayBuffer(START);
    const all = [1, 2, 3].map(n => ({
      ...entry(n, ['a'], 10),
      event: {
        position: positionOf(n),
        data: { projectId: n === 2 ? 'gone' : 'p' },
        meta: { actor: n === 3 ? 'ayse' : 'x' },
      } as unknown as BufferedEvent['event'],
    }));
    for (const one of all) {
      buffer.push(one);
      one.messages.set('project:p', null);
    }
    buffer.forget(({ event }) => event.data['projectId'] === 'gone', 'ayse');
    expect(buffer.after(['a'], START).map(({ event }) => event.position)).toEqual([
      positionOf(1),
      positionOf(3),
    ]);
    expect(all.map(({ messages }) => messages.size)).toEqual([1, 1, 0]);
    expect(buffer.since).toBe(START);
  });

  it('finds entries by any of several keys, in order', () => {
    const buffer = new ReplayBuffer(START);
    for (const [n, key] of ['all', 'ayse', 'all', 'veli', 'ayse'].entries())
      buffer.push(entry(n + 1, [key]));
    expect(buffer.after(['all', 'ayse'], positionOf(1)).map(({ event }) => event.position)).toEqual(
      [2, 3, 5].map(positionOf),
    );
    expect(buffer.after(['nobody', 'veli'], START).length).toBe(1);
  });

  it('refuses to be extended beyond its bounds, however often it is asked', () => {
    const entriesFrom = (first: number, last: number): BufferedEvent[] =>
      Array.from({ length: last - first + 1 }, (_, i) => entry(first + i, ['a'], 2));
    const buffer = new ReplayBuffer(positionOf(20), { entries: 10, bytes: 18 });
    for (const one of entriesFrom(21, 26)) buffer.push(one);
    expect(buffer.extend(positionOf(17), entriesFrom(18, 20))).toBe(true);
    for (const since of [16, 10, 0]) {
      expect(buffer.extend(positionOf(since), entriesFrom(since + 1, 17))).toBe(false);
      expect([buffer.since, buffer.after(['a'], START).length]).toEqual([positionOf(17), 9]);
    }
  });

  it('never evicts unpublished entries', () => {
    const buffer = new ReplayBuffer(START, { entries: 1, bytes: 1 });
    for (let n = 1; n <= 5; n++) buffer.push(entry(n, ['a'], 100));
    buffer.trim(positionOf(2));
    expect([buffer.since, buffer.after(['a'], START).length]).toEqual([positionOf(2), 3]);
  });

  it('counts the messages of an entry while it is buffered', () => {
    const buffer = new ReplayBuffer(START, { entries: 10, bytes: 20_000 });
    const made = {
      topic: 't',
      position: '',
      at: '',
      changes: [
        {
          op: 'put',
          kind: 'row',
          id: 'r',
          version: 1,
          doc: { text: 'x'.repeat(9_000) },
          actor: { id: 'a', name: 'A' },
          requestId: 'r',
        },
      ],
    } as const;
    const entries = [1, 2, 3].map(n => entry(n, ['a'], 100));
    for (const one of entries) buffer.push(one);
    buffer.hold(entries[0]!, 't', null);
    buffer.hold(entries[1]!, 't', { ...made, changes: [...made.changes] });
    buffer.trim(positionOf(3));
    expect(buffer.since).toBe(START);
    buffer.hold(entries[2]!, 't', { ...made, changes: [...made.changes] });
    buffer.hold(entries[2]!, 'u', { ...made, changes: [...made.changes] });
    buffer.trim(positionOf(3));
    expect(buffer.since).toBe(positionOf(2));
    buffer.hold(entries[0]!, 'u', { ...made, changes: [...made.changes] });
    for (let n = 4; n <= 8; n++) buffer.push(entry(n, ['a'], 100));
    buffer.trim(positionOf(8));
    expect(buffer.since).toBe(positionOf(2));
  });
});
