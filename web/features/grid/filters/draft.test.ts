import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import type { Field } from '@hzm/contracts/features/tables/table';
import { expect, it } from 'vitest';
import type { Filter } from '../model/filter.ts';
import { draftOf, readDraft } from './draft.ts';

const words = { language: 'tr', yes: 'evet', no: 'hayır' } as const;
const field = (type: FieldType) => ({ id: 'f', name: 'f', type, validation: {} }) as Field;

it('a draft that nobody changes is read as the filter that it shows', () => {
  const filters: readonly (readonly [FieldType, Filter])[] = [
    ['string', 'a..b'],
    ['string', { eq: 'a..b' }],
    ['string', { ne: 'a' }],
    ['number', { gte: '1', lte: '2.5' }],
    ['number', { gt: '-1' }],
    ['boolean', { eq: 'true' }],
    ['date', { empty: 'true' }],
  ];
  for (const [type, filter] of filters)
    expect(readDraft(field(type), draftOf(field(type), filter, words), words)).toEqual({ filter });
});

it('a text with two dots is one value, because texts have no between', () => {
  expect(draftOf(field('string'), { eq: 'a..b' }, words)).toMatchObject({
    how: 'eq',
    from: 'a..b',
  });
  expect(draftOf(field('number'), { gte: '1', lte: '2' }, words)).toMatchObject({
    how: 'between',
    from: '1',
    to: '2',
  });
});
