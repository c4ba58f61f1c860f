import { expect, it } from 'vitest';
import { bytesText } from './bytes-text.ts';

it('bytesText formats bytes in decimal units', () => {
  expect([0, 999, 1_000, 12_345_678].map(bytes => bytesText(bytes, 'tr'))).toEqual([
    '0 B',
    '999 B',
    '1 kB',
    '12,3 MB',
  ]);
});
