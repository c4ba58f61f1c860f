import { expect, it } from 'vitest';
import { embedAddress, embedCode } from './embed-address.ts';

const look = { theme: 'ocean', size: 'small', lang: 'en' } as const;

it('embedAddress names format and look; JSON has no look', () => {
  expect(embedAddress('https://hzm.example', 'w1', 'iframe', look)).toBe(
    'https://hzm.example/api/v1/widgets/embed/w1?format=iframe&theme=ocean&size=small&lang=en',
  );
  expect(embedAddress('https://hzm.example', 'w1', 'json', look)).toBe(
    'https://hzm.example/api/v1/widgets/embed/w1?format=json',
  );
});

it('embedCode is a frame of the whole width, 400 high, and escapes the name', () => {
  const code = embedCode('https://hzm.example', { id: 'w1', name: '"><script>' }, 'iframe', look);
  expect(code).toContain('width="100%" height="400"');
  expect(code).toContain('title="&quot;&gt;&lt;script&gt;"');
  expect(code).toContain('format=iframe&amp;theme=ocean');
});

it('embedCode of a page without its script runs none', () => {
  const code = embedCode('https://hzm.example', { id: 'w1', name: 'Stok' }, 'html', look);
  expect(code).toContain('format=html');
  expect(code).toContain(' sandbox>');
});
