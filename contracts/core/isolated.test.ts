import { expect, it } from 'vitest';
import { isolated } from './isolated.ts';

it('isolated keeps a text from right to left apart from its sentence, and leaves others alone', () => {
  expect(isolated('מוצרים')).toBe('\u2068מוצרים\u2069');
  expect(isolated('Depo 2 منتجات')).toBe('\u2068Depo 2 منتجات\u2069');
  expect(['Ürünler', 'Товары', '商品', ''].map(isolated)).toEqual([
    'Ürünler',
    'Товары',
    '商品',
    '',
  ]);
});
