import { expect, it } from 'vitest';
import { commentTitle } from './comment-title.ts';

it('commentTitle is the first line with text, or the name of the row', () => {
  expect(commentTitle('\n  Fiyat yanlış \nikinci satır', 'Ürünler: Çay')).toBe('Fiyat yanlış');
  expect(
    commentTitle('@[Can](user:01937b5e-0000-7000-8000-000000000001) bakar mısın?', 'Ürünler: Çay'),
  ).toBe('@Can bakar mısın?');
  expect(commentTitle('```js\nconst a = 1;\n```', 'Ürünler: Çay')).toBe('const a = 1;');
  expect(commentTitle('```\n```', 'Ürünler: Çay')).toBe('Ürünler: Çay');
  expect(commentTitle(`${'kelime '.repeat(11)}sonuncu`, '')).toBe(
    `${'kelime '.repeat(11).trim()}…`,
  );
  expect(commentTitle('😀'.repeat(81), '')).toBe(`${'😀'.repeat(80)}…`);
});
