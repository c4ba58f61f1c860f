import type { Members } from '@hzm/contracts/core/realtime';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { colorOf, Presence } from './presence.ts';

const told: Members[] = [];
let listeners = 1;
let presence: Presence;
const who = (id: string) => ({ id, userId: `user of ${id}`, name: id });
const last = () => told.at(-1)?.members.map(({ id }) => id);

beforeEach(() => {
  vi.useFakeTimers();
  told.length = 0;
  listeners = 1;
  presence = new Presence(
    message => told.push(message),
    () => listeners,
  );
});
afterEach(() => {
  presence.close();
  vi.useRealTimers();
});

describe('presence', () => {
  it('is sent immediately, then at most every tenth of a second, ending with the last state', () => {
    for (let n = 0; n < 100; n++) {
      presence.enter('t', who('a'), { mode: 'view', rowId: `${n}` });
      vi.advanceTimersByTime(10);
    }
    vi.advanceTimersByTime(100);
    expect(told.length).toBeGreaterThan(8);
    expect(told.length).toBeLessThanOrEqual(12);
    expect(told.at(-1)?.members[0]?.state.rowId).toBe('99');
    vi.advanceTimersByTime(10_000);
    expect(told.length).toBeLessThanOrEqual(12);
  });

  it('is sent less often to many listeners', () => {
    listeners = 1_000;
    for (let n = 0; n < 100; n++) {
      presence.enter('t', who('a'), { mode: 'view', rowId: `${n}` });
      vi.advanceTimersByTime(10);
    }
    expect(told.length).toBeLessThanOrEqual(2);
  });

  it('takes a fifth of the time at most, however many topics change, and tells all in turn', () => {
    let elapsed = 0;
    const slow = new Presence(
      message => {
        told.push(message);
        elapsed += 10;
      },
      () => 1,
      undefined,
      () => elapsed,
    );
    for (let n = 0; n < 50; n++) slow.enter(`${n}`, who('a'), { mode: 'view' });
    for (let ms = 0; ms < 1_000; ms++) vi.advanceTimersByTime(1);
    // Each takes 10 ms and rests for 40.
    expect(told.length).toBeLessThanOrEqual(26);
    vi.advanceTimersByTime(2_000);
    expect(new Set(told.map(({ topic }) => topic)).size).toBe(50);
    slow.close();
  });

  it('shows ten connections of one person at most, who leaves places to others', () => {
    for (let n = 0; n < 200; n++)
      presence.enter('t', { id: `a${n}`, userId: 'a', name: 'a' }, { mode: 'view' });
    presence.enter('t', who('b'), { mode: 'view' });
    vi.advanceTimersByTime(1_000);
    expect(last()).toHaveLength(11);
    expect(last()).toContain('b');
  });

  it('ends on leaving, is separate per topic, and shows at most a hundred members', () => {
    presence.enter('t', who('a'), { mode: 'view' });
    presence.enter('t', who('b'), { mode: 'edit' });
    presence.enter('other', who('c'), { mode: 'view' });
    presence.leave('t', 'a');
    presence.leave('t', 'nobody');
    vi.advanceTimersByTime(100);
    expect(told.at(-1)).toMatchObject({
      topic: 't',
      members: [{ id: 'b', userId: 'user of b', name: 'b', state: { mode: 'edit' } }],
    });
    for (let n = 0; n < 200; n++) presence.enter('t', who(`${n}`), { mode: 'view' });
    vi.advanceTimersByTime(100);
    expect(last()).toHaveLength(100);
    expect(presence.of('other').map(({ id }) => id)).toEqual(['c']);
  });
});

describe('colorOf', () => {
  const luminance = (hex: string): number => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5]
      .map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map(c => (c <= 0.039_28 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };

  it('is stable per person and dark enough for white text', () => {
    const colors = Array.from({ length: 300 }, (_, n) => colorOf(`user ${n}`));
    expect(colorOf('user 1')).toBe(colors[1]);
    expect(new Set(colors).size).toBeGreaterThan(8);
    for (const color of new Set(colors))
      expect(1.05 / (luminance(color) + 0.05)).toBeGreaterThanOrEqual(4.5);
  });
});
