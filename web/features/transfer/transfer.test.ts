// @vitest-environment jsdom
import type {
  ComparedTable,
  ComparedWidget,
  Comparison,
  RowEffect,
  SchemaChange,
} from '@hzm/contracts/features/transfers/transfer';
import { expect, it } from 'vitest';
import { comes } from './choice.ts';
import { unfitLinks } from './unfit-links.ts';
import { freshIn } from './use-comparison.ts';

const table = (id: string, changes: SchemaChange[]): ComparedTable => ({
  id,
  name: id,
  liveTableId: id,
  liveName: id,
  state: changes.length > 0 ? 'different' : 'same',
  changes,
  rowsThatWouldNotFit: 0,
  effect: null,
  endpoints: [],
  widgets: [],
});
const renamed: SchemaChange = { kind: 'table-renamed', before: 'a', after: 'b' };
const comparison = (...tables: ComparedTable[]): Comparison => ({
  comparison: '1.1',
  tables,
  widgets: [],
  liveOnly: [],
});
const row = (
  fieldId: string,
  field: string,
  value: string | null,
  reason: RowEffect['first'][number]['reason'],
): RowEffect['first'][number] => ({ rowId: 'r', name: '', fieldId, field, value, reason });

it('freshIn returns tables with new differences and new tables, not those with new rows', () => {
  expect(freshIn(null, comparison(table('x', [])))).toEqual(new Set());
  const before = comparison(table('x', []), table('y', [renamed]), table('z', [renamed]));
  expect(
    freshIn(
      before,
      comparison(
        table('x', [renamed]),
        table('y', [renamed]),
        { ...table('z', [renamed]), rowsThatWouldNotFit: 4 },
        table('new', []),
      ),
    ),
  ).toEqual(new Set(['x', 'new']));
});

it("unfitLinks filters by the field's live name", () => {
  const changes: SchemaChange[] = [
    { kind: 'field-renamed', fieldId: 'f', name: 'stok', before: 'stok', after: 'adet' },
    {
      kind: 'field-added',
      fieldId: 'n',
      name: 'raf',
      after: {
        name: 'raf',
        type: 'string',
        required: true,
        description: '',
        validation: {},
        isHidden: false,
      },
      place: 1,
    },
  ];
  const links = (...first: RowEffect['first']) => unfitLinks({ changes }, { first });
  expect(
    links(
      row('f', 'adet', 'yok', 'type'),
      row('f', 'adet', 'a,b', 'type'),
      row('f', 'adet', 'yok', 'type'),
    ),
  ).toEqual([{ field: 'stok', filters: { stok: { in: '["yok","a,b"]' } } }]);
  expect(links(row('f', 'adet', null, 'required'))).toEqual([
    { field: 'stok', filters: { stok: { empty: 'true' } } },
  ]);
  // Live lacks the field, so it cannot be filtered there.
  expect(links(row('n', 'raf', null, 'required'))).toEqual([]);
});

it('a widget comes with all the tables that it needs, or if it fits what live has', () => {
  const widget = (fitsNow: boolean, fitsAfter: boolean, needs: string[]): ComparedWidget => ({
    id: 'w',
    name: 'Stok',
    type: 'table',
    liveWidgetId: null,
    state: 'new',
    tableId: 'a',
    liveIsNewer: false,
    fitsNow,
    fitsAfter,
    needs,
  });
  const [none, one, both] = [new Set<string>(), new Set(['a']), new Set(['a', 'b'])];
  const comesWith = (of: ComparedWidget) => [none, one, both].map(tables => comes(of, tables));
  expect(comesWith(widget(false, true, ['a', 'b']))).toEqual([false, false, true]);
  expect(comesWith(widget(true, true, []))).toEqual([true, true, true]);
  expect(comesWith(widget(true, false, []))).toEqual([true, false, false]);
  expect(comesWith(widget(false, false, []))).toEqual([false, false, false]);
});
