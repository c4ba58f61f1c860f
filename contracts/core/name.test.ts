import { describe, expect, it } from 'vitest';
import { name, nameKey, optionalName } from './name.ts';
import { NAMES_OF_NOTHING, NAMES_OF_SOMETHING, UNPRINTABLE_NAMES } from './names-of-tests.ts';

const Name = name({ min: 3, max: 40, empty: 'e', short: 's', long: 'l' });
const problemOf = (text: unknown, schema = Name): string | undefined =>
  schema.safeParse(text).error?.issues[0]!.message;

describe('name', () => {
  it.each(NAMES_OF_SOMETHING)('accepts %j, trimmed and in NFC', text => {
    expect(name({ max: 40 }).parse(`  ${text.normalize('NFD')}\n`)).toBe(text.normalize('NFC'));
  });

  it.each(NAMES_OF_NOTHING)('rejects %j, which shows nothing', text => {
    expect(['e', 'name-invisible', 'name-unprintable']).toContain(problemOf(text));
  });

  it.each(UNPRINTABLE_NAMES)(
    'rejects %j, which breaks the line or changes the text direction',
    text => {
      expect(problemOf(text)).toBe('name-unprintable');
    },
  );

  it('reports which bound of the length is violated', () => {
    expect([
      problemOf(undefined),
      problemOf(' \t'),
      problemOf(' ab '),
      problemOf('a'.repeat(41)),
      problemOf('a'.repeat(40)),
    ]).toEqual(['e', 'e', 's', 'l', undefined]);
  });

  it('may be empty when optional, but not otherwise invalid', () => {
    const Tag = optionalName({ max: 5, long: 'l' });
    expect(
      ['  ', 'etiket', 'a\nb', '\u200b'].map(text => Tag.safeParse(text).error?.issues[0]!.message),
    ).toEqual([undefined, 'l', 'name-unprintable', 'name-invisible']);
  });
});

it.each([
  ['Stok', ' STOK '],
  ['ISPARTA', 'ısparta'],
  ['İzmir', 'izmir'],
  ['TITLE', 'title'],
  ['Çay', 'C\u0327AY'],
  ['Stok', 'St\u200bok\u2060'],
])('nameKey treats %j and %j as one name', (a, b) => expect(nameKey(a)).toBe(nameKey(b)));
it.each([
  ['Çay', 'Cay'],
  ['a b', 'ab'],
])('nameKey treats %j and %j as two names', (a, b) => expect(nameKey(a)).not.toBe(nameKey(b)));
