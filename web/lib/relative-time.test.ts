import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextRelativeTime, relativeTime } from './relative-time.ts';

const now = new Date('2026-11-22T12:00:00Z');
const before = (seconds: number): string => new Date(now.getTime() - seconds * 1_000).toISOString();
const DAY = 86_400;

describe('relative time', () => {
  it.each([
    [-30, 'şimdi', 'now'],
    [0, 'şimdi', 'now'],
    [59, 'şimdi', 'now'],
    [60, '1 dakika önce', '1 minute ago'],
    [3_599, '59 dakika önce', '59 minutes ago'],
    [3_600, '1 saat önce', '1 hour ago'],
    [DAY, '1 gün önce', '1 day ago'],
    [7 * DAY, '1 hafta önce', '1 week ago'],
    [29 * DAY, '4 hafta önce', '4 weeks ago'],
    [30 * DAY, '1 ay önce', '1 month ago'],
    [800 * DAY, '2 yıl önce', '2 years ago'],
  ])('%i seconds ago', (seconds, tr, en) => {
    expect([
      relativeTime(before(seconds), now, 'tr'),
      relativeTime(before(seconds), now, 'en'),
    ]).toEqual([tr, en]);
  });

  it('changes exactly at nextRelativeTime', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100, max: 3_000 * DAY }), seconds => {
        const iso = before(seconds);
        const next = new Date(nextRelativeTime(iso, now));
        expect(next.getTime()).toBeGreaterThan(now.getTime());
        expect(relativeTime(iso, new Date(next.getTime() - 1), 'tr')).toBe(
          relativeTime(iso, now, 'tr'),
        );
        expect(relativeTime(iso, next, 'tr')).not.toBe(relativeTime(iso, now, 'tr'));
      }),
    );
  });
});
