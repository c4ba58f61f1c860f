import { ME } from '@hzm/contracts/core/choices';
import { peopleAsOptions } from '@hzm/contracts/features/tables/people';
import { expect, it } from 'vitest';
import { optionNamed } from './choices.ts';
import { filterOptionsIn, formatted, valueFrom, type Words } from './value-text.ts';

const id = (n: number): string => `0197f3a2-6c1e-7d40-8b52-3e9a1c7d5f6${n}`;
const words: Words = {
  language: 'tr',
  yes: 'Evet',
  no: 'Hayır',
  me: 'Ben',
  former: 'Projede değil',
};
const options = peopleAsOptions([
  { id: id(1), name: 'Zeynep', email: 'zeynep@example.com' },
  { id: id(2), name: 'ayşe', email: 'ayse@example.com' },
  { id: id(3), name: 'Ayşe ', email: 'ayse2@example.com' },
  { id: id(4), name: 'zeynep@example.com', email: 'kotu@example.com' },
  { id: id(5), name: id(1).toUpperCase(), email: 'kotu2@example.com' },
  { id: id(6), name: 'Me', email: 'kotu3@example.com' },
]);
const field = {
  type: 'person' as const,
  required: false,
  validation: { options },
  relationships: [],
};

it('people of one name, and names that could be an address, an id or *me*, have their addresses behind them', () => {
  expect(options.map(({ name }) => name)).toEqual([
    `${id(1).toUpperCase()} (kotu2@example.com)`,
    'ayşe (ayse@example.com)',
    'Ayşe (ayse2@example.com)',
    'Me (kotu3@example.com)',
    'Zeynep',
    'zeynep@example.com (kotu@example.com)',
  ]);
  const named = ['ZEYNEP', 'Zeynep@Example.com', id(1).toUpperCase(), 'Ayşe', ME].map(
    text => optionNamed(options, text)?.id,
  );
  expect(named).toEqual([id(1), id(1), id(1), undefined, undefined]);
});

it('a person is written by name and read by it; ids of former people stay', () => {
  expect([formatted(field, id(1), words), formatted(field, id(9), words)]).toEqual([
    'Zeynep',
    'Projede değil',
  ]);
  expect(formatted(field, 'Ayşe', words), 'left by another type').toBe('Ayşe');
  const unread = { ...field, validation: {} };
  expect(formatted(unread, id(1), words), 'people not read').toBe(id(1));
  expect(formatted(unread, id(1), { ...words, somebody: 'Biri' }), 'with a word').toBe('Biri');
  expect(valueFrom(field, 'zeynep', words)).toEqual({ value: id(1) });
  expect(valueFrom(field, id(9), words)).toEqual({ value: id(9) });
  expect(valueFrom(field, 'Ayşe', words)).toEqual({ problem: 'person' });
});

it('a filter offers the reader first', () => {
  expect(filterOptionsIn(field, words)[0]).toMatchObject({ id: ME, name: 'Ben' });
});
