import { expect, it } from 'vitest';
import { relativeText } from './relative.ts';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const ago = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString();

it('says how long ago something was, in either language, for a day', () => {
  expect([0, 0.5, 1, 59, 60, 23 * 60 + 59, 24 * 60].map(minutes => relativeText(ago(minutes), NOW, 'tr'))).toEqual(['şimdi', 'şimdi', '1 dakika önce', '59 dakika önce', '1 saat önce', '23 saat önce', '']);
  expect([0, 5, 120].map(minutes => relativeText(ago(minutes), NOW, 'en'))).toEqual(['now', '5 minutes ago', '2 hours ago']);
});

it('never speaks of the future: clocks differ', () => {
  expect(relativeText(ago(-3), NOW, 'en')).toBe('now');
});
