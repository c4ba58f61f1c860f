import { Problem } from '@hzm/contracts/core/problem';
import {
  MAX_BINNED_FIELDS,
  MAX_BINNED_FIELDS_BYTES,
  MAX_BINNED_TABLES,
  MAX_BINNED_TABLES_BYTES,
} from '@hzm/contracts/features/tables/bin-limits';
import {
  fieldAdded,
  fieldErased,
  fieldRemoved,
  fieldRestored,
  tableCreated,
  tableDeleted,
  tableErased,
  tableRestored,
  type FieldShape,
} from '@hzm/contracts/features/tables/events';
import { MAX_NUMBER_FIELDS } from '@hzm/contracts/features/tables/table';
import { describe, expect, it } from 'vitest';
import { fieldShape } from '../../testing/field-shape.ts';
import { given } from '../../testing/given.ts';
import {
  bin,
  deleteTable,
  eraseField,
  eraseTable,
  expireTable,
  removeField,
  restoreField,
  restoreTable,
} from './bin.ts';

const of = { projectId: 'p', tableId: 't' };
const ofField = { ...of, fieldId: 'f' };
const now = new Date('2026-01-01T00:00:00.000Z');
const until = '2026-01-31T00:00:00.000Z';
const field = (name: string): FieldShape => fieldShape({ name });
const created = tableCreated({ ...of, name: 'Ürünler' });
const added = fieldAdded({ ...ofField, field: field('ad') });
const removed = fieldRemoved({ ...ofField, field: field('ad') });
const deleted = tableDeleted({ ...of, kept: { name: 'Ürünler', fields: 1, until } });
const back = tableRestored({
  ...of,
  name: 'Ürünler',
  createdAt: now.toISOString(),
  made: 1,
  fields: [{ id: 'f', field: field('ad') }],
  order: [],
});

describe('a table in the bin', () => {
  it('stays for 30 days', () =>
    given(bin, created, added).when(deleteTable(of, now)).leadsTo(deleted));
  it('makes the one that was deleted first leave when there are too many', () => {
    const facts = Array.from({ length: MAX_BINNED_TABLES }, (_, i) => [
      tableCreated({ projectId: 'p', tableId: `t${i}`, name: `T${i}` }),
      tableDeleted({
        projectId: 'p',
        tableId: `t${i}`,
        kept: { name: `T${i}`, fields: 0, until },
      }),
    ]).flat();
    given(bin, ...facts, created, added)
      .when(deleteTable(of, now))
      .leadsTo(tableErased({ projectId: 'p', tableId: 't0' }), deleted);
  });
  it('makes those that were deleted first leave when they are too large', () => {
    const large = { ...field('ad'), description: 'x'.repeat(MAX_BINNED_TABLES_BYTES / 2) };
    const facts = ['t0', 't1'].flatMap(tableId => [
      tableCreated({ projectId: 'p', tableId, name: tableId }),
      fieldAdded({ projectId: 'p', tableId, fieldId: 'f', field: large }),
      tableDeleted({ projectId: 'p', tableId, kept: { name: tableId, fields: 1, until } }),
    ]);
    given(bin, ...facts, created, added)
      .when(deleteTable(of, now))
      .leadsTo(tableErased({ projectId: 'p', tableId: 't0' }), deleted);
  });
  it('counts with its removed fields', () => {
    const large = { ...field('eski'), description: 'x'.repeat(MAX_BINNED_TABLES_BYTES) };
    const facts = [
      tableCreated({ projectId: 'p', tableId: 't0', name: 'A' }),
      fieldRemoved({ projectId: 'p', tableId: 't0', fieldId: 'g', field: large }),
      tableDeleted({ projectId: 'p', tableId: 't0', kept: { name: 'A', fields: 0, until } }),
    ];
    given(bin, ...facts, created, added)
      .when(deleteTable(of, now))
      .leadsTo(tableErased({ projectId: 'p', tableId: 't0' }), deleted);
  });
  it('comes back with its fields in their order', () =>
    given(bin, created, added, deleted)
      .when(restoreTable(of, undefined, 5))
      .leadsTo(back));
  it('comes back again after it was deleted again', () =>
    given(bin, created, added, deleted, back, deleted)
      .when(restoreTable(of, undefined, 5))
      .leadsTo(back));
  it('comes back under another name when its own was given away, which the refusal suggests', () => {
    const other = tableCreated({ projectId: 'p', tableId: 'u', name: 'ürünler' });
    const { decision } = given(bin, created, added, deleted, other).when(
      restoreTable(of, undefined, 5),
    );
    expect(decision).toBeInstanceOf(Problem);
    expect([(decision as Problem).code, (decision as Problem).data]).toEqual([
      'NAME_TAKEN',
      { suggestion: 'Ürünler 2' },
    ]);
    given(bin, created, added, deleted, other)
      .when(restoreTable(of, 'Mallar', 5))
      .leadsTo(tableRestored({ ...back.data, name: 'Mallar' }));
  });
  it('keeps to the plan when it comes back', () =>
    given(bin, created, added, deleted, tableCreated({ projectId: 'p', tableId: 'u', name: 'B' }))
      .when(restoreTable(of, undefined, 1))
      .refused('PLAN_LIMIT'));
  it('does not come back when it was erased, or deleted before there was a bin', () => {
    given(bin, created, deleted, tableErased(of))
      .when(restoreTable(of, undefined, 5))
      .refused('NOT_FOUND');
    given(bin, created, tableDeleted(of))
      .when(restoreTable(of, undefined, 5))
      .refused('NOT_FOUND');
  });
  it('is erased by its exact name only', () => {
    given(bin, created, deleted).when(eraseTable(of, 'Ürün')).refused('VALIDATION_ERROR');
    given(bin, created, deleted).when(eraseTable(of, 'Ürünler')).leadsToOnce(tableErased(of));
    given(bin, created).when(eraseTable(of, 'Ürünler')).refused('NOT_FOUND');
  });
  it('is erased at the end of its stay, and not before', () => {
    given(bin, created, deleted)
      .when(expireTable(of, new Date(until)))
      .leadsTo(tableErased(of));
    given(bin, created, deleted).when(expireTable(of, now)).leadsTo();
    given(bin, created, added, deleted, back)
      .when(expireTable(of, new Date(until)))
      .leadsTo();
  });
});

describe('a field in the bin', () => {
  it('is kept as it was', () =>
    given(bin, created, added).when(removeField(ofField)).leadsTo(removed));
  it('comes back as it was', () =>
    given(bin, created, added, removed)
      .when(restoreField(ofField, undefined))
      .leadsTo(fieldRestored({ ...ofField, field: field('ad') })));
  it('of auto numbers stays there while its table has five', () => {
    const numbered = (name: string) => ({ ...field(name), type: 'auto_number' as const });
    const others = Array.from({ length: MAX_NUMBER_FIELDS }, (_, i) =>
      fieldAdded({ ...of, fieldId: `n${i}`, field: numbered(`no ${i}`) }),
    );
    given(bin, created, fieldRemoved({ ...ofField, field: numbered('ad') }), ...others)
      .when(restoreField(ofField, undefined))
      .refused('PLAN_LIMIT');
  });
  it('waits for its table', () =>
    given(bin, created, added, removed, deleted)
      .when(restoreField(ofField, undefined))
      .refused('CONFLICT'));
  it('is there still when its table has come back', () =>
    given(bin, created, added, removed, deleted, tableRestored({ ...back.data, fields: [] }))
      .when(restoreField(ofField, undefined))
      .leadsTo(fieldRestored({ ...ofField, field: field('ad') })));
  it('needs a free name', () =>
    given(bin, created, added, removed, fieldAdded({ ...of, fieldId: 'g', field: field('AD') }))
      .when(restoreField(ofField, undefined))
      .refused('NAME_TAKEN'));
  it('is in the bin of its own table only', () =>
    given(bin, created, added, removed)
      .when(restoreField({ ...ofField, tableId: 'u' }, undefined))
      .refused('NOT_FOUND'));
  it('is erased by its exact name only', () => {
    given(bin, created, added, removed).when(eraseField(ofField, 'a')).refused('VALIDATION_ERROR');
    given(bin, created, added, removed)
      .when(eraseField(ofField, 'ad'))
      .leadsToOnce(fieldErased(ofField));
  });
  it('makes the one that was removed first leave when there are too many', () => {
    const facts = Array.from({ length: MAX_BINNED_FIELDS }, (_, i) => [
      fieldAdded({ ...of, fieldId: `f${i}`, field: field(`f${i}`) }),
      fieldRemoved({ ...of, fieldId: `f${i}`, field: field(`f${i}`) }),
    ]).flat();
    given(bin, created, ...facts, added)
      .when(removeField(ofField))
      .leadsTo(fieldErased({ ...of, fieldId: 'f0' }), removed);
  });
  it('makes those that were removed first leave when they are too large', () => {
    const large = { ...field('g'), description: 'x'.repeat(MAX_BINNED_FIELDS_BYTES / 3) };
    const facts = ['f0', 'f1', 'f2'].map(fieldId => fieldRemoved({ ...of, fieldId, field: large }));
    given(bin, created, ...facts, added)
      .when(removeField(ofField))
      .leadsTo(fieldErased({ ...of, fieldId: 'f0' }), removed);
  });
  it('is gone from the bin when a transfer brings it back', () =>
    given(bin, created, added, removed, added)
      .when(eraseField(ofField, 'ad'))
      .refused('NOT_FOUND'));
});
