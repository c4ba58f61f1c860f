import { expect, it } from 'vitest';
import type { Op } from './op.ts';
import { readAgain } from './read-again.ts';

const field = (type: string) =>
  ({ id: 'f', name: 'adet', type, required: false, validation: {} }) as never;
const failed = (value: unknown): Op =>
  ({ kind: 'edit', id: 'o', rowId: 'r', field: 'f', value, was: null, state: 'failed' }) as never;
const words = { language: 'tr', yes: 'evet', no: 'hayır' } as const;

it('reads a text that waited for a field of text as the number that the field holds by now', () => {
  expect(readAgain([failed('1.234,5')], [field('number')], words)).toMatchObject([
    { change: { rowId: 'r', field: 'f', after: 1234.5 } },
  ]);
});

it('leaves what the field cannot read, what fits it, and what lost its field', () => {
  expect(readAgain([failed('yedi')], [field('number')], words)).toEqual([]);
  expect(readAgain([failed('7')], [field('string')], words)).toEqual([]);
  expect(readAgain([failed(7)], [field('number')], words)).toEqual([]);
  expect(readAgain([failed('7')], [], words)).toEqual([]);
});
