import { describe, expect, it } from 'vitest';
import { ClientMemory } from './client-memory.ts';

const SECOND = 1_000;

const make = () => {
  const clock = { now: 0 };
  const answers = new ClientMemory({ together: 300, each: 100 }, () => clock.now);
  const cut: string[] = [];
  const count = (account: string, bytes: number, name = account, isDue = false) =>
    answers.count(account, bytes, () => cut.push(name), isDue);
  return { clock, count, cut };
};

describe('answers and bodies of slow clients', () => {
  it('of one account are refused beyond its share, while others are answered', () => {
    const { count } = make();
    count('a', 60);
    expect(() => count('a', 60)).toThrow(expect.objectContaining({ code: 'NOT_READY' }));
    count('b', 60);
  });

  it('leave room again as they are taken, and a single one always fits', () => {
    const { count } = make();
    const first = count('a', 1_000);
    expect(() => count('a', 1)).toThrow(expect.objectContaining({ code: 'NOT_READY' }));
    first.took(950);
    const second = count('a', 50);
    first.end();
    second.end();
    count('a', 100);
  });

  it('of clients slower than is fair give way to others of the account', () => {
    const { clock, count, cut } = make();
    count('a', 60, 'slow');
    clock.now = 6 * SECOND;
    count('a', 60, 'next');
    expect(cut).toEqual(['slow']);
  });

  it('give way first of the account that has most, where all together are too many', () => {
    const { clock, count, cut } = make();
    count('a', 50, 'little');
    count('b', 100, 'most');
    count('c', 90);
    clock.now = 6 * SECOND;
    count('d', 100);
    expect(cut).toEqual(['most']);
  });

  it('of thousands of connections that hold a byte each are looked through once', () => {
    let looks = 0;
    const clock = { now: 0 };
    const bodies = new ClientMemory({ together: 9_000, each: 9_000 }, () => (looks++, clock.now));
    const cut: string[] = [];
    const come = (account: string, bytes: number) =>
      bodies.count(account, 0, () => cut.push(account), false).came(bytes);
    for (let i = 0; i < 1_000; i++) come('a', 1);
    clock.now = 6 * SECOND;
    come('a', 8_000);
    looks = 0;
    come('b', 1_000);
    expect([cut.length, looks]).toEqual([1_000, 2]);
  });

  it('of bodies count as they come: slow ones give way, and beyond the share more is refused', () => {
    const { clock, count, cut } = make();
    const slow = count('a', 0, 'slow');
    slow.came(60);
    const next = count('a', 0, 'next');
    expect(() => next.came(60)).toThrow(expect.objectContaining({ code: 'NOT_READY' }));
    count('b', 0).came(60);
    clock.now = 6 * SECOND;
    const last = count('a', 0, 'last');
    last.came(60);
    expect(cut).toEqual(['slow']);
    for (const share of [slow, next, last]) share.end();
    count('a', 0).came(100);
  });

  it('give way to an answer about something that was written', () => {
    const { count, cut } = make();
    count('a', 60, 'old');
    count('a', 60, 'written', true);
    expect(cut).toEqual(['old']);
  });
});
