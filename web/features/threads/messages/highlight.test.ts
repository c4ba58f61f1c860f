import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highlight } from './highlight.ts';

describe('highlighted code', () => {
  it('is split into pieces with a kind', () => {
    expect(highlight('const a = "x";', 'js')).toContainEqual({
      text: 'const',
      kind: 'hljs-keyword',
    });
    expect(highlight('select * from t', 'sql')).toContainEqual({
      text: 'select',
      kind: 'hljs-keyword',
    });
    expect(highlight('{ "a": 1 }', '')).toContainEqual({ text: '1', kind: 'hljs-number' });
  });

  it('keeps the text of any code', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom('', 'js', 'xml', 'klingon', '__proto__'),
        (code, language) => {
          expect(
            highlight(code, language)
              .map(({ text }) => text)
              .join(''),
          ).toBe(code);
        },
      ),
    );
    const hostile = '<script>alert(1)</script>&amp;';
    expect(
      highlight(hostile, 'xml')
        .map(({ text }) => text)
        .join(''),
    ).toBe(hostile);
  });
});
