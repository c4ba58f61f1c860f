import type { Field } from '@hzm/contracts/features/tables/table';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arrangementOf,
  columnsOf,
  heldAt,
  moved,
  MIN_COLUMN_WIDTH_PX,
  ordered,
  resized,
  ROW_HEAD_WIDTH_PX,
  templateOf,
  totalWidth,
  unarranged,
  MAX_COLUMN_WIDTH_PX,
  withFrozen,
  withHidden,
  type Arrangement,
} from './columns.ts';

const field = (id: string, type: Field['type'] = 'number'): Field => ({
  id,
  name: id,
  type,
  required: false,
  description: '',
  validation: {},
  isHidden: false,
  relationships: [],
});
const fields = [field('a'), field('b', 'string'), field('c'), field('d', 'text')];
const ids = (shown: readonly { readonly field: Field }[]): string =>
  shown.map(column => column.field.id).join('');
const shown = (arrangement: Arrangement): string => ids(columnsOf(fields, arrangement));

describe('columns', () => {
  it('stand as the table has them, with the first text kept in sight', () => {
    const columns = columnsOf(fields, unarranged);
    expect(ids(columns)).toBe('abcd');
    expect(ids(columns.filter(({ isFrozen }) => isFrozen))).toBe('b');
    expect(templateOf(columns)).toBe(
      '72px minmax(140px, 140fr) minmax(200px, 200fr) minmax(140px, 140fr) minmax(260px, 260fr) 52px',
    );
    expect(totalWidth(columns)).toBe(72 + 140 + 200 + 140 + 260 + 52);
  });

  it('a field that an order does not know stands behind the one before it in the table', () => {
    expect(shown({ ...unarranged, order: ['d', 'b', 'a'] })).toBe('dbca');
    expect(shown({ ...unarranged, order: ['gone', 'd', 'd'] })).toBe('abcd');
    expect(
      ordered(fields, ['b', 'c', 'd'])
        .map(({ id }) => id)
        .join(''),
    ).toBe('abcd');
  });

  it('go to a place among those that are shown', () => {
    expect(shown(moved(fields, unarranged, 'd', 0))).toBe('dabc');
    expect(shown(moved(fields, unarranged, 'a', 3))).toBe('bcda');
    const hidden = withHidden(unarranged, 'b', true);
    expect(shown(hidden)).toBe('acd');
    expect(shown(moved(fields, hidden, 'd', 1))).toBe('adc');
    expect(shown(withHidden(moved(fields, hidden, 'd', 1), 'b', false))).toBe('abdc');
  });

  it('however they are moved none is lost or doubled, and the moved one is where it was put', () => {
    const all = Array.from({ length: 8 }, (_, at) => field(`f${at}`));
    const id = fc.constantFrom(...all.map(one => one.id), 'gone');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(id, fc.integer({ min: -2, max: 12 }))),
        fc.uniqueArray(id),
        fc.array(id),
        (moves, hidden, order) => {
          const start: Arrangement = { ...unarranged, order, hidden };
          const end = moves.reduce((now, [one, to]) => moved(all, now, one, to), start);
          const seen = columnsOf(all, end).map(column => column.field.id);
          expect(seen.toSorted()).toEqual(
            all
              .map(one => one.id)
              .filter(one => !hidden.includes(one))
              .toSorted(),
          );
          const [last, to] = moves.at(-1) ?? [];
          const at = last === undefined ? -1 : seen.indexOf(last);
          expect(at < 0 ? -1 : at).toBe(at < 0 ? -1 : Math.max(0, Math.min(to!, seen.length - 1)));
        },
      ),
    );
  });

  it('what stands before one that is resized keeps the width it has on the screen', () => {
    const columns = columnsOf(fields, unarranged);
    const wide = resized(unarranged, columns, [210.4, 300, 210, 390], 'c', 333.3);
    expect(wide.widths).toEqual({ a: 210, b: 300, c: 333 });
    expect(templateOf(columnsOf(fields, wide))).toBe(
      '72px 210px 300px 333px minmax(260px, 260fr) 52px',
    );
    expect([
      resized(unarranged, columns, [], 'a', 1).widths['a'],
      resized(unarranged, columns, [], 'a', 9_999).widths['a'],
    ]).toEqual([MIN_COLUMN_WIDTH_PX, MAX_COLUMN_WIDTH_PX]);
  });

  it('several stay in sight side by side, as many as leave room to scroll', () => {
    const both = columnsOf(
      fields,
      withFrozen(unarranged, columnsOf(fields, unarranged), 'c', true),
    );
    expect(ids(both.filter(({ isFrozen }) => isFrozen))).toBe('bc');
    expect([...heldAt(both, 1_200)]).toEqual([
      [1, ROW_HEAD_WIDTH_PX],
      [2, ROW_HEAD_WIDTH_PX + 200],
    ]);
    expect([...heldAt(both, 600)]).toEqual([[1, ROW_HEAD_WIDTH_PX]]);
    expect([...heldAt(both, 390)]).toEqual([]);
    expect(
      columnsOf(fields, withFrozen(unarranged, columnsOf(fields, unarranged), 'b', false)).some(
        ({ isFrozen }) => isFrozen,
      ),
    ).toBe(false);
  });

  it('are kept as JSON; what makes no sense is left out', () => {
    const kept: Arrangement = { order: ['b', 'a'], widths: { a: 100 }, hidden: ['c'], frozen: [] };
    expect(arrangementOf(JSON.stringify(kept))).toEqual(kept);
    expect(arrangementOf(JSON.stringify(unarranged))).toEqual(unarranged);
    for (const nonsense of [
      null,
      '',
      '{',
      '[]',
      '3',
      'null',
      '{"order":5,"widths":[null],"hidden":{},"frozen":"x"}',
      '{"widths":{"a":"x"}}',
    ])
      expect(arrangementOf(nonsense)).toEqual(unarranged);
  });
});
