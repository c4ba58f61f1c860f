import { expect, it } from 'vitest';
import { heightOf, linesOf, rowPixels } from '../model/height.ts';
import { searchOf, shownBy, viewOf } from '../model/view.ts';
import { choiceOf } from './sort-choice.ts';
import { columnsIn } from './use-card-port.ts';

it('cards fill a window: one on a phone, several on a desktop', () => {
  expect([320, 390, 700, 1_280].map(columnsIn)).toEqual([1, 1, 2, 4]);
  expect(columnsIn(0)).toBe(1);
});

it('rows are as tall as their lines of text, and taller where fingers touch them', () => {
  const heights = [undefined, 'medium', 'tall', 'extra-tall'].map(heightOf);
  expect(heights.map(linesOf)).toEqual([1, 2, 4, 6]);
  expect(heights.map(height => rowPixels(height, false))).toEqual([36, 60, 108, 156]);
  expect(rowPixels(undefined, true)).toBe(44);
  for (const wrong of ['short', 4, null, 'constructor']) expect(heightOf(wrong)).toBeUndefined();
});

it('height and cards stand in the address and read no other rows', () => {
  const view = viewOf({ table: 't', height: 'tall', gallery: true });
  expect(viewOf(searchOf(view) as never)).toEqual(view);
  expect(shownBy(view)).toBe(shownBy(viewOf({ table: 't' })));
  for (const gallery of [false, 'true', 1]) expect(viewOf({ gallery }).gallery).toBeUndefined();
});

it('the order of cards is chosen by age or by one field, and otherwise named as another', () => {
  const fields = [{ id: 'f' }];
  const byAge = { field: 'created_at', order: 'asc' } as const;
  const byField = { field: 'f', order: 'desc' } as const;
  const chosen = [[], [byAge], [{ ...byAge, order: 'desc' } as const], [byField]];
  expect(chosen.map(sort => choiceOf({ sort }, fields))).toEqual([
    '',
    'asc created_at',
    '',
    'desc f',
  ]);
  for (const sort of [[byField, byAge], [{ ...byField, field: 'gone' }]])
    expect(choiceOf({ sort }, fields)).toBe('other');
});
