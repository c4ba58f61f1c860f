import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksOf, runsOf } from './content.ts';

describe('message content', () => {
  it('is split into text and code', () => {
    expect(blocksOf('Şöyle:\n```js\nconst a = 1;\n```\nolur mu?')).toEqual([
      { kind: 'text', text: 'Şöyle:' },
      { kind: 'code', language: 'js', code: 'const a = 1;' },
      { kind: 'text', text: 'olur mu?' },
    ]);
    expect(blocksOf('```\na\n\nb\n```')).toEqual([{ kind: 'code', language: '', code: 'a\n\nb' }]);
    expect(blocksOf('```tek satır```')).toEqual([
      { kind: 'code', language: '', code: 'tek satır' },
    ]);
    expect(blocksOf('açık ```kaldı')).toEqual([{ kind: 'text', text: 'açık ```kaldı' }]);
    expect(blocksOf('```a``` ve ```')).toEqual([
      { kind: 'code', language: '', code: 'a' },
      { kind: 'text', text: ' ve ```' },
    ]);
    expect(blocksOf('')).toEqual([]);
  });

  it('keeps every word of any text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('```', '\n', 'js', 'a b', ' ', '<b>')), parts => {
        const words = (text: string): string => text.replaceAll(/```|\s/g, '');
        const said = blocksOf(parts.join(''))
          .map(block => (block.kind === 'text' ? block.text : block.language + block.code))
          .join('');
        expect(words(said)).toBe(words(parts.join('')));
      }),
    );
  });

  it('has http links only, and nothing executable', () => {
    expect(runsOf('bkz. https://hzm.dev/a_(b)?x=1, sonra (http://x.y/z).')).toEqual([
      { kind: 'words', text: 'bkz. ' },
      { kind: 'link', text: 'https://hzm.dev/a_(b)?x=1', href: 'https://hzm.dev/a_(b)?x=1' },
      { kind: 'words', text: ', sonra (' },
      { kind: 'link', text: 'http://x.y/z', href: 'http://x.y/z' },
      { kind: 'words', text: ').' },
    ]);
    for (const hostile of [
      'javascript:alert(1)',
      'data:text/html,x',
      'https://',
      '<a href=x>',
      'vbscript:x',
    ])
      expect(runsOf(hostile)).toEqual([{ kind: 'words', text: hostile }]);
    fc.assert(
      fc.property(fc.string(), text => {
        const runs = runsOf(`${text} https://a.b/${text}`);
        expect(runs.map(run => run.text).join('')).toBe(`${text} https://a.b/${text}`);
        expect(runs.filter(run => run.kind === 'link' && !/^https?:\/\//.test(run.href))).toEqual(
          [],
        );
      }),
    );
  });
});
