import type { ConditionGroup } from '@hzm/contracts/core/groups';
import type { Json, JsonObject } from '@hzm/contracts/core/json';
import { readValue } from '@hzm/contracts/features/tables/canonical';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import type { Field } from '@hzm/contracts/features/tables/table';
import { compileGroup, matchesGroup } from '@hzm/services/core/ports/condition';
import { keyedFields } from '@hzm/services/domain/features/rows/field-key';
import { findOf, type AskedCondition } from '@hzm/services/domain/features/rows/query';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judge } from '../web/features/grid/look/judge.ts';

const timeZone = 'Europe/Istanbul';
const options = [
  { id: 'acik', name: 'Açık', color: 'blue' },
  { id: 'suruyor', name: 'Sürüyor', color: 'green', merged: ['eski'] },
  { id: 'bitti', name: 'Bitti', color: 'red', retired: true },
];
const FORMER = '0197f3a2-6c1e-7d40-8b52-3e9a1c7d5f60';
const people = ['0197f3a2-6c1e-7d40-8b52-3e9a1c7d5f61', '0197f3a2-6c1e-7d40-8b52-3e9a1c7d5f62'].map(
  (id, n) => ({
    id,
    name: ['Ayşe', 'Zeynep'][n]!,
    color: 'gray',
    merged: n === 0 ? ['ayse@example.com', 'me'] : ['zeynep@example.com'],
  }),
);
const types: readonly FieldType[] = [
  'string',
  'number',
  'decimal',
  'boolean',
  'date',
  'time',
  'datetime',
  'timestamp',
  'duration',
  'currency',
  'weight',
  'coordinates',
  'object',
  'array',
  'email',
  'stars',
  'select',
  'multi_select',
  'person',
];
const fields = types.map(type => ({
  id: `f-${type}`,
  name: type,
  type,
  validation:
    type === 'person'
      ? { options: people }
      : type === 'select' || type === 'multi_select'
        ? { options }
        : {},
  relationships: [],
})) as unknown as Field[];

/** Values as people send them; one that is none of its type is kept as it is, as after a change. */
const samples: readonly Json[] = [
  null,
  '',
  'ışık',
  'IŞIK',
  'çam',
  'cam',
  '\u0301',
  0,
  -0,
  5,
  12,
  -5.5,
  1e21,
  true,
  false,
  '2026-11-03',
  '2026-11-03T10:00:00Z',
  '2026-11-02T22:30:00.000Z',
  '10:00',
  '10:00:30',
  'PT2H',
  'P1D',
  { amount: 12, currency: 'TRY' },
  { amount: 12, currency: 'USD' },
  { value: 2, unit: 'kg' },
  { value: 1500, unit: 'g' },
  { lat: 41.01, lng: 28.97 },
  { renk: 'ışık', içi: [1, 'İki'] },
  ['ışık', 12],
  'acik',
  'eski',
  'silinmis',
  ['acik', 'bitti'],
  ['eski'],
  ['silinmis'],
  people[0]!.id,
  people[1]!.id,
  FORMER,
];
const operands = [
  'isik',
  'ç',
  '12',
  '-5,5',
  '0',
  '5',
  'true',
  'hayır',
  '2026-11-03',
  '2026-11-03T01:30',
  '2026-11-02T22:30:00Z',
  '10:00',
  'PT2H',
  '7200',
  '12 TRY',
  '2 kg',
  '1500 g',
  '41.01, 28',
  'Açık',
  'sürüyor',
  'eski',
  'bitti',
  'silinmis',
  'acik,bitti',
  '["acik","Sürüyor"]',
  '[5,12]',
  '[oops',
  '5,12',
  'ışık,cam',
  'me',
  'AYSE',
  'zeynep@example.com',
  FORMER,
  `${FORMER},ayşe`,
];
const ops = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'empty'] as const;

const value = fc.constantFrom(...samples);
const operand = fc.constantFrom(...operands);
const comparison = fc.tuple(fc.constantFrom(...ops), operand).map(([op, text]) => ({
  [op]: op === 'empty' ? String(text.length % 2 === 0) : text,
}));
const filter = fc.oneof(
  fc.oneof(operand, fc.constant('')),
  comparison,
  fc.tuple(comparison, comparison).map(([a, b]) => ({ ...a, ...b })),
);
const condition: fc.Arbitrary<AskedCondition> = fc.record({
  field: fc.constantFrom(...fields.map(({ id }) => id), 'created_at'),
  filter,
});
const groupOf = <T>(item: fc.Arbitrary<T>) =>
  fc
    .tuple(fc.boolean(), fc.array(item, { minLength: 1, maxLength: 3 }))
    .map(([isAll, items]) => (isAll ? { all: items } : { any: items }));
const group = groupOf(
  fc.oneof({ weight: 4, arbitrary: condition }, { weight: 1, arbitrary: groupOf(condition) }),
) as fc.Arbitrary<ConditionGroup<AskedCondition>>;

/** Returns whether the server finds a row by a group; undefined if it refuses the query. */
function finding(
  where: ConditionGroup<AskedCondition>,
): ((doc: JsonObject) => boolean) | undefined {
  try {
    const { groups } = findOf(
      't',
      keyedFields(fields, 'id'),
      { page: 1, limit: 1, order: 'asc', count: 'none', where },
      { clock: { timeZone }, me: people[0]!.id } as never,
    );
    const compiled = groups?.[0] && compileGroup(groups[0]);
    return compiled && (doc => matchesGroup(doc, compiled));
  } catch {
    return undefined;
  }
}

const valuesOf = (given: readonly Json[]): JsonObject =>
  Object.fromEntries(
    fields.map(({ id, type }, i) => [id, readValue(type, given[i]!, timeZone) ?? given[i]!]),
  );

describe('conditions of colour rules in the browser', () => {
  it('are met by the rows that the server finds by them', () => {
    let compared = 0;
    fc.assert(
      fc.property(
        fc.array(value, { minLength: types.length, maxLength: types.length }),
        group,
        (given, where) => {
          const values = valuesOf(given);
          const created = '2026-11-03T07:00:00.000Z';
          const find = finding(where);
          if (!find) return;
          compared++;
          expect(judge(fields, where as never, timeZone)({ ...values, created_at: created })).toBe(
            find({ created_at: created, values }),
          );
        },
      ),
      { numRuns: 3_000 },
    );
    expect(compared).toBeGreaterThan(500);
  });

  it('are compared one by one, each value with each operand', () => {
    const wrong: unknown[] = [];
    for (const field of fields)
      for (const op of ops)
        for (const text of operands) {
          const where = { all: [{ field: field.id, filter: { [op]: text } }] };
          const [isMet, find] = [judge(fields, where, timeZone), finding(where)];
          for (const sample of samples) {
            const values = { [field.id]: readValue(field.type, sample, timeZone) ?? sample };
            if (isMet(values) !== (find?.({ values }) ?? false))
              wrong.push([field.type, op, text, values[field.id]]);
          }
        }
    expect(wrong).toEqual([]);
  });
});
