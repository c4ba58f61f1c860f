import { expect, it } from 'vitest';
import { missingIn, withoutFields } from './known-view.ts';
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
