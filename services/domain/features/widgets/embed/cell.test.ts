import { expect, it } from 'vitest';
import { cellText } from './cell.ts';
import { stylesOf } from './styles.ts';

it('writes money with its decimals, and all digits that it has', () => {
  const lira = (amount: number) => ({ amount, currency: 'TRY', symbol: '₺' });
  expect(cellText('tr', 'currency', lira(12.5))).toBe('₺12,50');
  expect(cellText('en', 'currency', lira(-1_000.125))).toBe('-₺1,000.125');
  expect(cellText('en', 'currency', { amount: 12, currency: 'JPY', symbol: '¥' })).toBe('¥12');
  expect(cellText('tr', undefined, { TRY: 3_925, USD: 2.5 })).toBe('₺3.925,00, $2,50');
});

it('writes another unit behind its figure, and stars as stars', () => {
  expect(cellText('tr', 'weight', { value: 3.5, unit: 'kg' })).toBe('3,5 kg');
  expect(cellText('tr', 'stars', 3)).toBe('★★★☆☆');
});

it('breaks no word and no day of a table that can scroll', () => {
  expect(cellText('tr', 'date', '2026-11-26')).toBe('26\u00a0Kas\u00a02026');
  expect(stylesOf('light', 'large')).toMatch(/th,td\{[^}]*overflow-wrap:break-word/);
});
