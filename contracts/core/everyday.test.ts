import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choiceIn, choicesIn, namedChoices, newOptionId, OPTION_ID, slugOf } from './choices.ts';
import { converted, type Reading } from './conversion.ts';
import { everyday } from './everyday.ts';
import { readIn } from './form.ts';

const PERSON = '0197f3a2-6c1e-7d40-8b52-3e9a1c7d5f60';
const options = ['done', 'open', 'in-progress'].map(id => ({ id, name: id.toUpperCase() }));
const people = [{ id: PERSON, name: 'DONE' }];
const plain: Reading = { language: 'en', timeZone: 'UTC', currency: 'TRY', unit: 'kg' };

const written = everyday.filter(([, { isGiven }]) => !isGiven);

describe.each(written)('the type %s', (name, type) => {
  const { value, from, operand, example, hasOptions } = type;
  const choices = type.hasPeople ? people : options;
  const reading: Reading = { ...plain, choices };
  const texts = fc.oneof(
    fc.string(),
    fc.emailAddress(),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc
      .tuple(fc.constantFrom('+90', '0049', '+1 '), fc.stringMatching(/^[\d ()-]{5,14}$/))
      .map(parts => parts.join('')),
    fc.constantFrom('DONE', 'open', 'done, open', '4', '★★', '7', ''),
  );
  const anything = fc.oneof(texts, fc.array(texts, { maxLength: 3 }), fc.integer(), fc.jsonValue());

  it('has an example that is its own canonical form', () => {
    expect(value.safeParse(example).success).toBe(true);
    expect(readIn(name, example, 'UTC')).toEqual(example);
    expect(converted(name, example, reading)).toEqual(example);
  });

  it('reads what it has read as the same', () => {
    fc.assert(
      fc.property(anything, given => {
        const read = readIn(name, given, 'UTC');
        expect(read === undefined ? read : readIn(name, read, 'UTC')).toEqual(read);
        const made = converted(name, given, reading);
        expect(made === undefined ? made : converted(name, made, reading)).toEqual(made);
      }),
      { numRuns: 300 },
    );
  });

  it('converts texts to values of its own only', () => {
    fc.assert(
      fc.property(texts, text => {
        const made = from(text, choices);
        expect(made === undefined || value.safeParse(made).success).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('finds a value by its text', () => {
    if (hasOptions) return;
    const text = typeof example === 'number' ? String(example) : (example as string);
    expect(operand ? operand(text) : text).toEqual(example);
  });
});

describe('options', () => {
  const name = fc.oneof(
    fc.string({ minLength: 1, maxLength: 100 }),
    fc.string({ unit: 'grapheme' }),
  );

  it('have ids that are readable, distinct and no part of a prototype', () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 30 }), names => {
        const ids = new Set<string>();
        for (const one of names) ids.add(newOptionId(one, ids));
        expect(ids.size).toBe(names.length);
        for (const id of ids) expect(id).toMatch(OPTION_ID);
      }),
    );
    expect(
      ['Sürüyor', 'Işık  & Gölge', '__proto__', '進行中', 'Straße', 'a'.repeat(60)].map(slugOf),
    ).toEqual(['suruyor', 'isik-golge', 'proto', 'option', 'strasse', 'a'.repeat(40)]);
  });

  it('are found by id, by merged id and by name, an exact id before a name and a name before an id', () => {
    const some = [
      { id: 'a', name: 'Açık', merged: ['old'] },
      { id: 'acik', name: 'B' },
    ];
    expect(
      ['a', 'A', 'AÇIK', 'acik', 'old', 'b', 'constructor', ''].map(text => choiceIn(some, text)),
    ).toEqual(['a', 'a', 'a', 'acik', 'a', 'acik', undefined, undefined]);
    expect(choicesIn(some, ['b', 'a', 'old'])).toEqual(['a', 'acik']);
    expect(['acik', 'old', 'none'].map(id => namedChoices(some, id))).toEqual([
      'B',
      'Açık',
      'none',
    ]);
    expect(choicesIn(some, ['a', 'none'])).toBeUndefined();
  });
});
