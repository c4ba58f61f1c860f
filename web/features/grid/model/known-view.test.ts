import { MAX_SUMMARY_FIGURES } from '@hzm/contracts/features/rows/summary';
import { expect, it } from 'vitest';
import { isFull } from './figures.ts';
import { missingIn, unfitIn, withKnownColors, withoutFields } from './known-view.ts';
import { viewOf } from './view.ts';

const fields = [{ id: 'ad' }];
const view = {
  ...viewOf({ table: 'products', page: 3, view: 'saved' }),
  filters: { ad: 'çay', yok: { eq: '1' } },
  where: { all: [{ field: 'ad', filter: 'a' }, { any: [{ field: 'eski', filter: 'b' }] }] },
  sort: [{ field: 'created_at', order: 'desc' as const }],
};

it('a view names the fields that the table does not have, and opens without them', () => {
  expect(missingIn(fields, view)).toEqual(['yok', 'eski']);
  const rest = withoutFields(view, ['yok', 'eski']);
  expect(rest).toMatchObject({ filters: { ad: 'çay' }, sort: view.sort, saved: 'saved', page: 1 });
  expect(rest.where).toEqual({ all: [{ field: 'ad', filter: 'a' }] });
  expect(missingIn(fields, rest)).toEqual([]);
});

it('a saved view of missing fields alone becomes all rows', () => {
  const alone = { ...view, filters: { yok: { eq: '1' } }, where: undefined, sort: [] };
  expect(withoutFields(alone, ['yok'])).toMatchObject({ filters: {}, sort: [], saved: undefined });
});

it('an address names the fields of groups, figures and a board by id or by name', () => {
  const named = [{ id: '1', name: 'durum' }];
  for (const key of ['1', 'durum'])
    expect(
      viewOf({ board: key, group: { field: key }, summary: { [key]: 'filled' } }, named),
    ).toMatchObject({ board: '1', group: { field: '1' }, summary: { 1: 'filled' } });
});

it('a view has no more figures than the server computes', () => {
  const summary = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`f${i}`, 'filled']));
  const opened = viewOf({ summary });
  expect(Object.keys(opened.summary!)).toHaveLength(MAX_SUMMARY_FIGURES);
  expect(isFull(opened.summary)).toBe(true);
  expect(isFull(undefined)).toBe(false);
});

it('a view whose colour rule names a field that the table does not have opens without the rule', () => {
  const colored = { ...view, filters: {}, where: undefined, colors: [{ by: 'ad' }, { by: 'yok' }] };
  expect(missingIn(fields, colored)).toEqual([]);
  expect(withKnownColors(fields, colored)).toEqual({ ...colored, colors: [{ by: 'ad' }] });
  const known = { ...colored, colors: [{ by: 'ad' }] };
  expect(withKnownColors(fields, known)).toBe(known);
});

it('a view names the fields of files that it sorts, groups or filters by, and opens without them', () => {
  const typed = [
    { id: 'ad', type: 'string' as const },
    { id: 'ek', type: 'file' as const },
  ];
  const plain = { ...view, filters: {}, where: undefined };
  const broken = [
    { ...plain, sort: [{ field: 'ek', order: 'asc' as const }] },
    { ...plain, group: { field: 'ek' } },
    { ...plain, filters: { ek: 'pdf' } },
    { ...plain, where: { any: [{ field: 'ek', filter: { empty: 'true', eq: 'a' } }] } },
  ];
  for (const one of broken) {
    expect(unfitIn(typed, one)).toEqual(['ek']);
    expect(unfitIn(typed, withoutFields(one, ['ek']))).toEqual([]);
  }
  const fitting = { ...plain, filters: { ek: { empty: 'true' }, ad: 'a' }, group: { field: 'ad' } };
  expect(unfitIn(typed, fitting)).toEqual([]);
});
