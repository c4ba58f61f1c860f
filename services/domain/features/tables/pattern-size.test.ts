import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, it } from 'vitest';
import { programSizeAtMost } from './pattern-size.ts';

const part = fc.constantFrom(
  'a',
  'ğ',
  '😀',
  '.',
  '^',
  '$',
  '|',
  '|',
  '(',
  '(',
  ')',
  ')',
  '(?:',
  '(?i)',
  '(?i:',
  '(?P<n>',
  '(?<n>',
  '*',
  '+',
  '?',
  '*?',
  '{2}',
  '{3,}',
  '{0,4}',
  '{0}',
  '{,3}',
  '{',
  '}',
  '{a}',
  '{12,15}',
  '{2}?',
  '[',
  ']',
  '[]',
  '[^]',
  '[^',
  '-',
  '\\]',
  '[[:alpha:]]',
  '[(]',
  '[)]',
  '[{3}]',
  '[a\\]{9}]',
  '[\\Q]',
  '\\(',
  '\\)',
  '\\[',
  '\\\\',
  '\\Q',
  '\\E',
  '\\Q({9}\\E',
  '\\pL',
  '\\p{Greek}',
  '\\x{1F600}',
  '\\x41',
  '\\b',
  '\\d',
  '\\123',
  ',',
  ' ',
  ':',
  '#',
);
const anything = fc.array(part, { maxLength: 12 }).map(parts => parts.join(''));
const nested: fc.Arbitrary<string> = fc
  .letrec(tie => ({
    pattern: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('a', '.', '[^(]', '\\pL', '\\)', '[]{9}]', '\\Q(\\E', '(?i)k'),
      tie('pair'),
      tie('choice'),
      tie('group'),
      tie('repeated'),
    ),
    pair: fc.tuple(tie('pattern'), tie('pattern')).map(parts => parts.join('')),
    choice: fc.tuple(tie('pattern'), tie('pattern')).map(parts => parts.join('|')),
    group: fc
      .tuple(fc.constantFrom('(', '(?:', '(?i:', '(?s)('), tie('pattern'))
      .map(([start, inner]) => `${start as string}${inner as string})`),
    repeated: fc
      .tuple(
        tie('pattern'),
        fc.constantFrom('*', '+?', '?', '{3}', '{2,}', '{0,7}', '{5,9}', '{0}'),
      )
      .map(([inner, times]) => `(?:${inner as string})${times as string}`),
  }))
  .pattern.map(String);

const sizeOf = (pattern: string): number | undefined => {
  try {
    return RE2JS.compile(pattern).programSize();
  } catch {
    return undefined;
  }
};

it.each([
  ['pieces of patterns in any order', anything],
  ['patterns nested in patterns', nested],
])('is never less than the size: %s', (_, patterns) => {
  let judged = 0;
  fc.assert(
    fc.property(patterns, pattern => {
      const size = sizeOf(pattern);
      if (size === undefined) return;
      judged++;
      expect(programSizeAtMost(pattern)).toBeGreaterThanOrEqual(size);
    }),
    { numRuns: 4000 },
  );
  expect(judged).toBeGreaterThan(300);
});

it.each([
  '^[^@\\s]+@[^@\\s]+\\.[^@\\s]{2,}$',
  '^TR\\d{24}$',
  '^\\+?[0-9 ()-]{7,20}$',
  '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  '^.{1,1000}$',
  '^((25[0-5]|2[0-4]\\d|1?\\d?\\d)\\.){3}(25[0-5]|2[0-4]\\d|1?\\d?\\d)$',
])('is not much more for what people write: %s', pattern => {
  expect(programSizeAtMost(pattern)).toBeLessThan(2 * sizeOf(pattern)! + 10);
});

it('counts empty alternatives', () => {
  expect(programSizeAtMost('(?:|a){12,15}')).toBeGreaterThanOrEqual(sizeOf('(?:|a){12,15}')!);
});

it.each(['[', '[\\p{a}', '[[:a:]', '[[:a', '\\Q', '\\x{', '(', '{9', '[]', '[^]\\'])(
  'costs little whatever is repeated: %s',
  piece => {
    const pattern = piece.repeat(500).slice(0, 500);
    const from = performance.now();
    programSizeAtMost(pattern);
    expect(performance.now() - from).toBeLessThan(2_000);
  },
);
