import type { Relationship } from '@hzm/contracts/features/tables/relationship';
import { describe, expect, it } from 'vitest';
import { draftParts, type RelatedRows } from './related.ts';
import { copied, draftOf, formatted, textOf, valueFrom, type Words } from './value-text.ts';

const id = (last: string): string => `0193aaaa-bbbb-7ccc-8ddd-00000000000${last}`;
const relationship = (relationshipType: Relationship['relationshipType']): Relationship => ({
  id: id('f'),
  sourceFieldId: id('e'),
  targetTableId: id('d'),
  targetFieldId: id('c'),
  relationshipType,
  cascadeDelete: false,
  createdAt: '2026-11-26T00:00:00.000Z',
});
const field = (type: Relationship['relationshipType']) => ({
  type: 'reference' as const,
  validation: {},
  required: false,
  relationships: [relationship(type)],
});
const one = field('one-to-many');
const many = field('many-to-many');
const names: Readonly<Record<string, string | null>> = {
  [id('1')]: 'Işık Gıda',
  [id('2')]: 'Boya, vernik',
  [id('3')]: null,
};
const related: RelatedRows = {
  nameOf: (_, row) => names[row],
  idOf: (_, text) => Object.keys(names).find(row => names[row] === text),
  deleted: 'silinmiş kayıt',
};
const words: Words = { language: 'tr', yes: 'Evet', no: 'Hayır', related };

describe('values of a related field', () => {
  it('are shown by the texts of their targets, deleted and unread ones as such', () => {
    expect(formatted(one, id('1'), words)).toBe('Işık Gıda');
    expect(formatted(many, [id('2'), id('3'), id('4')], words)).toBe(
      '"Boya, vernik", silinmiş kayıt, …',
    );
  });
  it('are copied as texts, by id where there is none', () => {
    expect(copied(many, [id('2'), id('3')], words)).toBe(`"Boya, vernik", ${id('3')}`);
  });
  it('are edited and read back as the same ids', () => {
    for (const [shape, value] of [
      [one, id('1')],
      [many, [id('2'), id('3')]],
    ] as const)
      expect(valueFrom(shape, draftOf(shape, value as never, words), words)).toEqual({ value });
  });
  it('are read from a text that names one target, and refused otherwise', () => {
    expect(valueFrom(one, ' Işık Gıda ', words)).toEqual({ value: id('1') });
    expect(valueFrom(one, 'Boya, vernik', words)).toEqual({ value: id('2') });
    expect(valueFrom(many, 'Işık Gıda, "Boya, vernik"', words)).toEqual({
      value: [id('1'), id('2')],
    });
    expect(valueFrom(one, 'Yok', words)).toEqual({ problem: 'related' });
    expect(valueFrom(many, 'Işık Gıda, Yok', words)).toEqual({ problem: 'related' });
    expect(valueFrom(one, '', words)).toEqual({ value: null });
  });
  it('have the form of their relationship; without one they are texts', () => {
    const { holds } = textOf('reference');
    expect(holds(id('1'), one)).toBe(true);
    expect(holds('Işık', one)).toBe(false);
    expect(holds([id('1')], one)).toBe(false);
    expect(holds([id('1')], many)).toBe(true);
    const plain = { ...one, relationships: [] };
    expect(holds('Işık', plain)).toBe(true);
    expect(valueFrom(plain, ' a ', words)).toEqual({ value: ' a ' });
  });
});

describe('a draft of related rows', () => {
  it('holds ids and the text that is being typed behind them', () => {
    expect(draftParts(`${id('1')}, ${id('2')}, Boya, v`)).toEqual({
      ids: [id('1'), id('2')],
      typed: 'Boya, v',
    });
    expect(draftParts('')).toEqual({ ids: [], typed: '' });
  });
});
