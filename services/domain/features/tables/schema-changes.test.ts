import type { DomainEvent } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import {
  fieldAdded,
  fieldChanged,
  fieldMoved,
  fieldRemoved,
  tableCreated,
  tableDeleted,
  tableRenamed,
  type FieldShape,
} from '@hzm/contracts/features/tables/events';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mirrored, schemaChanges } from './schema-changes.ts';
import { schema, type Schema } from './schema.ts';

const projectId = newId();
const tables = Array.from({ length: 3 }, newId);
const fields = Array.from({ length: 5 }, newId);
const fold = (facts: readonly DomainEvent[], from: Schema = schema.initial): Schema =>
  facts.reduce((s, { type, data }) => schema.evolve(s, { type, data }), from);
/** With the order of the fields, which maps do not compare. */
const told = (s: Schema) =>
  [...s]
    .map(([id, { name, fields: own }]) => [id, name, [...own]])
    .toSorted((a, b) => (a[0]! < b[0]! ? -1 : 1));

const shape = fc.record<FieldShape>({
  name: fc.constantFrom('ad', 'fiyat'),
  type: fc.constantFrom('string', 'number'),
  required: fc.boolean(),
  description: fc.constant(''),
  validation: fc.constant({}),
  isHidden: fc.boolean(),
});
const of = { projectId: fc.constant(projectId), tableId: fc.constantFrom(...tables) };
const ofField = { ...of, fieldId: fc.constantFrom(...fields) };
const past = fc.array(
  fc.oneof(
    fc.record({ ...of, name: fc.constantFrom('A', 'B') }).map(tableCreated),
    fc.record({ ...of, name: fc.constantFrom('C', 'D') }).map(tableRenamed),
    fc.record(of).map(tableDeleted),
    fc.record({ ...ofField, field: shape }).map(fieldAdded),
    fc.record({ ...ofField, field: shape }).map(fieldAdded),
    fc.record({ ...ofField, field: shape }).map(fieldChanged),
    fc.record(ofField).map(fieldRemoved),
    fc.record({ ...ofField, order: fc.shuffledSubarray(fields) }).map(fieldMoved),
  ),
  { maxLength: 40 },
);

it('makes of any schema any other, once, and in parts, too', () =>
  fc.assert(
    fc.property(past, past, fc.nat(20), (first, second, cut) => {
      const [from, to] = [fold(first), fold(second)];
      const changes = schemaChanges(projectId, from, to);
      const done = fold(changes, from);
      expect(told(done)).toEqual(told(to));
      expect(schemaChanges(projectId, done, to)).toEqual([]);
      const halfway = fold(changes.slice(0, cut), from);
      expect(told(fold(schemaChanges(projectId, halfway, to), halfway))).toEqual(told(to));
    }),
  ));

it('is the same schema in a test environment, and back', () =>
  fc.assert(
    fc.property(past, facts => {
      const live = fold(facts);
      const test = mirrored(live, projectId);
      expect([...mirrored(test, projectId)]).toEqual([...live]);
      expect(told(fold(schemaChanges(projectId, schema.initial, test)))).toEqual(told(test));
    }),
  ));
