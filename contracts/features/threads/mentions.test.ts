import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from '../../core/ids.ts';
import {
  MAX_MENTIONS,
  mentionKey,
  mentionsIn,
  mentionText,
  plainText,
  segmentsOf,
} from './mentions.ts';
import { Mention } from './message.ts';

const id = fc.integer({ min: 0, max: 3 }).map(n => `0199999${n}-1111-7222-8333-444455556666`);
const mention: fc.Arbitrary<Mention> = fc.oneof(
  fc.record({ kind: fc.constant('user' as const), id }),
  fc.record({ kind: fc.constant('table' as const), id }),
  fc.record({ kind: fc.constant('row' as const), id, table_id: id }),
);
const name = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    'Müşteriler/42',
    '] (user:x)',
    '](user:',
    '\n',
    '',
    '[[',
    'a'.repeat(300),
    '😀'.repeat(60),
  ),
);
/** Text that may look like the beginning or the end of a mention. */
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '@[',
    '#[x](row:',
    '](user:',
    ')',
    '@[a]',
    '@@[',
    '#',
    `(user:${newId()})`,
    '\u202e',
    '\0',
  ),
);

describe('mentions', () => {
  it('survive being written into any text', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.string().map(before => before.replace(/[@#[\]]/g, '')),
            name,
            mention,
          ),
          { maxLength: MAX_MENTIONS },
        ),
        parts => {
          const content = parts
            .map(([before, label, one]) => `${before}${mentionText(label, one)}`)
            .join('');
          const found = segmentsOf(content).flatMap(segment =>
            segment.kind === 'mention' ? [segment.mention] : [],
          );
          expect(found).toEqual(parts.map(([, , one]) => one));
        },
      ),
    );
  });

  it('segment any text losslessly and name only valid targets', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            text,
            mention.map(one => mentionText('Ada', one)),
          ),
          { maxLength: 30 },
        ),
        parts => {
          const content = parts.join('');
          const segments = segmentsOf(content);
          expect(segments.map(segment => segment.text).join('')).toBe(content);
          expect(segments.filter(({ kind }) => kind === 'mention').length).toBeLessThanOrEqual(
            MAX_MENTIONS,
          );
          for (const one of mentionsIn(content)) expect(Mention.safeParse(one).success).toBe(true);
          expect(new Set(mentionsIn(content).map(mentionKey)).size).toBe(
            mentionsIn(content).length,
          );
        },
      ),
    );
  });

  it('read as their names in plain text', () => {
    const one = { kind: 'row', id: newId(), table_id: newId() } as const;
    expect(
      plainText(
        `bkz. ${mentionText('Müşteriler/42', one)}, ${mentionText('Ada', { kind: 'user', id: newId() })}!`,
      ),
    ).toBe('bkz. #Müşteriler/42, @Ada!');
  });

  it('parse hostile text in linear time', () => {
    const begun = performance.now();
    for (const piece of [
      '@[',
      '#[a](',
      '@[a](user:',
      '[',
      '@[a](user:01999999-1111-7222-8333-44445555666',
      '#[x](row:01999999-1111-7222-8333-444455556666/',
    ])
      segmentsOf(piece.repeat(100_000 / piece.length));
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});
