import type { Event, DomainEvent } from '@hzm/contracts/core/event';
import { positionOf } from '@hzm/contracts/core/position';
import {
  fieldAdded,
  fieldChanged,
  fieldMoved,
  fieldRemoved,
  tableCreated,
  tableDeleted,
  tableRenamed,
} from '@hzm/contracts/features/tables/events';
import { fieldsOf } from '@hzm/services/domain/access/table';
import { describe, expect, it } from 'vitest';
import { Schema } from './schema.ts';

const of = { projectId: 'p', tableId: 't' };
const field = (name: string) => ({
  name,
  type: 'string' as const,
  required: false,
  description: '',
  validation: {},
  isHidden: false,
});
const history = (
  [
    tableCreated({ ...of, name: 'A' }),
    fieldAdded({ ...of, fieldId: 'f1', field: field('a') }),
    fieldAdded({ ...of, fieldId: 'f2', field: field('b') }),
    fieldChanged({ ...of, fieldId: 'f1', field: field('z') }),
    fieldMoved({ ...of, fieldId: 'f2', order: ['f2', 'f1'] }),
    tableRenamed({ ...of, name: 'B' }),
    fieldRemoved({ ...of, fieldId: 'f1' }),
    tableDeleted(of),
  ] as DomainEvent[]
).map((fact, i): Event => ({
  ...fact,
  id: `${i}`,
  stream: 'schema-p',
  revision: i,
  position: positionOf(i + 1),
  meta: { at: `at ${i + 1}`, actor: '', request: '' },
  erased: false,
  bytes: 100,
}));
const states: readonly (readonly [name: string, ...fields: string[]] | undefined)[] = [
  ['A'],
  ['A', 'a'],
  ['A', 'a', 'b'],
  ['A', 'z', 'b'],
  ['A', 'b', 'z'],
  ['B', 'b', 'z'],
  ['B', 'b'],
  undefined,
];

const shown = (schema: Schema, n: number) => {
  const table = schema.at(positionOf(n)).get('t');
  return table && [table['name'], ...fieldsOf(table).map(({ name }) => name)];
};

describe('Schema', () => {
  it('equals the schema at each position, even if later events are known', () => {
    const schema = new Schema(history);
    expect(history.map((_, i) => shown(schema, i + 1))).toEqual(states);
  });

  it('adds each event once', () => {
    const schema = new Schema(history.slice(0, 4));
    for (const event of history) schema.add(event);
    expect([1, 4, 6, 8].map(n => shown(schema, n))).toEqual([1, 4, 6, 8].map(n => states[n - 1]));
  });

  it('returns immutable documents', () => {
    const schema = new Schema(history);
    const before = schema.at(positionOf(3)).get('t');
    schema.at(positionOf(7));
    expect(before).toMatchObject({
      name: 'A',
      fields: { f1: { name: 'a' }, f2: { name: 'b' } },
      updatedAt: 'at 3',
    });
  });
});
