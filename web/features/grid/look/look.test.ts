import type { Field } from '@hzm/contracts/features/tables/table';
import { describe, expect, it } from 'vitest';
import { colorsOf } from '../model/colors.ts';
import { missingIn, withoutFields } from '../model/known-view.ts';
import { isBare, searchOf, shownBy, viewOf } from '../model/view.ts';
import { painter } from './painter.ts';
import { draftOfRule, newRule, readRules, withMoved } from './rule-draft.ts';

const options = [
  { id: 'acik', name: 'Açık', color: 'blue' },
  { id: 'bitti', name: 'Bitti', color: 'green', merged: ['eski'] },
];
const fields = [
  { id: 's', name: 'stok', type: 'number', validation: {} },
  { id: 'd', name: 'durum', type: 'select', validation: { options } },
  { id: 't', name: 'teslim', type: 'datetime', validation: {} },
] as unknown as Field[];
const words = { language: 'tr', yes: 'evet', no: 'hayır' } as const;
const told = { ...words, and: 've', or: 'veya', created: 'Eklenme', updated: 'Değişme' };
const few = { where: { all: [{ field: 's', filter: { lt: '5' } }] }, color: 'red' } as const;
const none = { where: { all: [{ field: 's', filter: { lt: '1' } }] }, color: 'gray' } as const;
const paint = (colors: Parameters<typeof painter>[0], values: object) =>
  painter(colors, fields, 'Europe/Istanbul', told)(values as never);

describe('colour rules', () => {
  it('colour a row, and each cell, by the first rule that applies', () => {
    const colors = [few, none, { by: 'd' }, { ...none, cell: 's' }, { by: 'd', cell: 's' }];
    expect(paint(colors, { s: 0, d: 'acik' })).toEqual({
      row: { color: 'red', place: 1, text: 'stok: <5' },
      cells: new Map([['s', { color: 'gray', place: 4, text: 'stok: <1' }]]),
    });
    expect(paint(colors, { s: 9, d: 'eski' }).row).toEqual({
      color: 'green',
      place: 3,
      text: 'durum: Bitti',
    });
    expect(paint(colors, { s: 9, d: 'silindi' })).toEqual({ row: undefined, cells: new Map() });
  });

  it('read days in the zone of the project', () => {
    const day = { where: { all: [{ field: 't', filter: { gte: '2026-11-03' } }] }, color: 'red' };
    const { row } = paint([day as never], { t: '2026-11-02T21:00:00.000Z' });
    expect(row?.color).toBe('red');
    expect(paint([day as never], { t: '2026-11-02T20:59:59.000Z' }).row).toBeUndefined();
  });

  it('stand in the address by ids, read no other rows, and are at most ten', () => {
    const given = [
      { where: { all: [{ field: 'stok', filter: { lt: '5' } }] }, color: 'red' },
      { by: 'durum', cell: 'stok' },
      { where: { all: [] }, color: 'red' },
      { where: few.where, color: 'beige' },
      5,
    ];
    const view = viewOf({ table: 't', colors: given }, fields);
    expect(view.colors).toEqual([few, { by: 'd', cell: 's' }]);
    expect(viewOf(searchOf(view), fields).colors).toEqual(view.colors);
    expect(shownBy(view)).toBe(shownBy(viewOf({ table: 't' }, fields)));
    expect(
      colorsOf(
        Array.from({ length: 20 }, () => few),
        id => id,
      ),
    ).toHaveLength(10);
    for (const wrong of ['x', {}, [], [null]]) expect(colorsOf(wrong, id => id)).toBeUndefined();
  });

  it('keep a saved view of the same address from replacing them', () => {
    expect(isBare(viewOf({ table: 't', view: 'v', page: 3, row: 'r' }))).toBe(true);
    for (const own of [{ colors: [few] }, { board: 'd' }, { group: { field: 'd' } }, { sort: 's' }])
      expect(isBare(viewOf({ table: 't', view: 'v', ...own }))).toBe(false);
  });

  it('go with a deleted field, the rule as a whole, and make no view incomplete', () => {
    const gone = {
      all: [
        { field: 's', filter: 'x' },
        { field: 'yok', filter: 'x' },
      ],
    };
    const view = { ...viewOf({}), colors: [{ where: gone, color: 'red' } as const, few] };
    expect(missingIn(fields, view)).toEqual([]);
    expect(withoutFields(view, ['yok']).colors).toEqual([few]);
    expect(withoutFields({ ...view, colors: [{ by: 'yok' }] }, ['yok']).colors).toBeUndefined();
  });

  it('are composed in a form, which refuses a rule without a condition', () => {
    const drafts = [few, { by: 'd', cell: 's' }].map((rule, i) =>
      draftOfRule(rule, i, fields, words),
    );
    expect(readRules(drafts, fields, words)).toMatchObject({
      rules: [few, { by: 'd', cell: 's' }],
      isRight: true,
      isOver: false,
    });
    const added = newRule(drafts, fields);
    expect([added.key, added.color]).toEqual([2, 'blue']);
    const { isRight, read } = readRules([...drafts, added], fields, words);
    expect([isRight, read.map(({ isEmpty }) => isEmpty)]).toEqual([
      false,
      [false, undefined, true],
    ]);
    expect(withMoved(drafts, 1, -1).map(({ key }) => key)).toEqual([1, 0]);
  });
});
