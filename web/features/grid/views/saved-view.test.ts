import type { SavedView } from '@hzm/contracts/features/saved-views/saved-view';
import { expect, it } from 'vitest';
import { unarranged } from '../model/columns.ts';
import { searchOf, shownBy, viewOf } from '../model/view.ts';
import { isChanged, openedAs, openedPlain, settingsOf } from './saved-view.ts';

const plain = viewOf({ table: 'products', page: 3 });
const sort = [{ field: 'stok', order: 'desc' as const }];
const looked = { ...plain, filters: { stok: { gt: '1' } }, sort };
const arrangement = { ...unarranged, hidden: ['ad'], widths: { stok: 90 } };
const saved: SavedView = {
  id: 'view',
  tableId: 'products',
  name: 'Stokta',
  scope: 'own',
  settings: settingsOf(looked, arrangement),
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};

it('what is saved is what opens again, from its first page', () => {
  const opened = openedAs(plain, saved);
  expect(opened).toMatchObject({ filters: looked.filters, sort, page: 1, saved: 'view' });
  expect(isChanged(saved, opened, saved.settings.columns)).toBe(false);
  expect(openedPlain(opened)).toMatchObject({ filters: {}, sort: [], saved: undefined });
});

it('a filter, a sort or a column makes it another one', () => {
  const opened = openedAs(plain, saved);
  for (const [view, columns] of [
    [{ ...opened, filters: {} }, arrangement],
    [{ ...opened, sort: [] }, arrangement],
    [{ ...opened, group: { field: 'ad' } }, arrangement],
    [{ ...opened, summary: { stok: 'sum' } }, arrangement],
    [opened, { ...arrangement, hidden: [] }],
    [opened, { ...arrangement, frozen: [] }],
  ] as const)
    expect(isChanged(saved, view, columns)).toBe(true);
});

it('its id stands in the address and reads no other rows', () => {
  const opened = { ...looked, saved: 'view' };
  expect(viewOf(searchOf(opened)).saved).toBe('view');
  expect(shownBy(opened)).toBe(shownBy(looked));
});
