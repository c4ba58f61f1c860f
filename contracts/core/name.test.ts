import { describe, expect, it } from 'vitest';
import { name, nameKey, optionalName } from './name.ts';
import { NAMES_OF_NOTHING, NAMES_OF_SOMETHING, UNPRINTABLE_NAMES } from './names-of-tests.ts';

const Name = name({ min: 3, max: 40, empty: 'e', short: 's', long: 'l' });
const problemOf = (text: unknown, schema = Name): string | undefined =>
  schema.safeParse(text).error?.issues[0]!.message;

describe('a name', () => {
  it.each(NAMES_OF_SOMETHING)('may be %j', text => {
    expect(name({ max: 40 }).parse(`  ${text.normalize('NFD')}\n`)).toBe(text.normalize('NFC'));
  });

  it.each(NAMES_OF_NOTHING)('shows something, unlike %j', text => {
    expect(['e', 'name-invisible', 'name-unprintable']).toContain(problemOf(text));
  });

  it.each(UNPRINTABLE_NAMES)('stands on one line and turns nothing, unlike %j', text => {
    expect(problemOf(text)).toBe('name-unprintable');
  });

  it('says what is wrong with its length', () => {
    expect([
      problemOf(undefined),
      problemOf(' \t'),
      problemOf(' ab '),
      problemOf('a'.repeat(41)),
      problemOf('a'.repeat(40)),
    ]).toEqual(['e', 'e', 's', 'l', undefined]);
  });

  it('that is optional may be empty, and nothing else that is no name', () => {
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
])('%j and %j are one name', (a, b) => expect(nameKey(a)).toBe(nameKey(b)));
it.each([
  ['Çay', 'Cay'],
  ['a b', 'ab'],
])('%j and %j are two names', (a, b) => expect(nameKey(a)).not.toBe(nameKey(b)));
