import {
  fieldAdded,
  fieldChanged,
  fieldMoved,
  fieldRemoved,
  tableCreated,
  tableRenamed,
  type FieldShape,
} from '@hzm/contracts/features/tables/events';
import { MAX_FIELDS_EVER, MAX_NUMBER_FIELDS } from '@hzm/contracts/features/tables/table';
import { describe, it } from 'vitest';
import { fieldShape } from '../../testing/field-shape.ts';
import { given } from '../../testing/given.ts';
import { addField, changeField, createTable, moveField, renameTable, schema } from './schema.ts';

const of = { projectId: 'p', tableId: 't' };
const field = (name: string, more: Partial<FieldShape> = {}): FieldShape =>
  fieldShape({ name, ...more });
const reading = { language: 'tr', timeZone: 'UTC', currency: 'TRY', unit: 'kg' } as const;
const created = tableCreated({ ...of, name: 'Ürünler' });
const added = (fieldId: string, name: string, more?: Partial<FieldShape>) =>
  fieldAdded({ ...of, fieldId, field: field(name, more) });

describe('a table', () => {
  it('is created', () =>
    given(schema)
      .when(createTable(of, 'Ürünler', 5))
      .leadsTo(created));
  it('has a name of its own', () =>
    given(schema, created)
      .when(createTable({ ...of, tableId: 'u' }, 'ÜRÜNLER', 5))
      .refused('NAME_TAKEN'));
  it('keeps to the plan', () =>
    given(schema, created)
      .when(createTable({ ...of, tableId: 'u' }, 'Müşteriler', 1))
      .refused('PLAN_LIMIT'));
  it('is renamed', () =>
    given(schema, created)
      .when(renameTable(of, 'Mallar'))
      .leadsTo(tableRenamed({ ...of, name: 'Mallar' })));
  it('is not renamed when there is none', () =>
    given(schema).when(renameTable(of, 'Mallar')).refused('NOT_FOUND'));
});

describe('a field', () => {
  it('counts merged options among those of its table', () => {
    const merged = Array.from({ length: 999 }, (_, at) => `m${at}`);
    const options = [{ id: 'o', name: 'o', color: 'gray' as const, merged }];
    const many = { type: 'select' as const, validation: { options } };
    given(schema, created, added('f', 'bir', many), added('g', 'iki', many))
      .when(addField({ ...of, fieldId: 'h' }, field('üç', many)))
      .refused('PLAN_LIMIT');
  });
  it('is added', () =>
    given(schema, created)
      .when(addField({ ...of, fieldId: 'f' }, field('ad')))
      .leadsTo(added('f', 'ad')));
  it('has a name of its own', () =>
    given(schema, created, added('f', 'ad'))
      .when(addField({ ...of, fieldId: 'g' }, field('AD')))
      .refused('NAME_TAKEN'));
  it('is refused once a table was given too many, though all but the last were removed', () => {
    const rounds = Array.from({ length: MAX_FIELDS_EVER - 1 }, (_, i) => [
      added(`f${i}`, 'ad'),
      fieldRemoved({ ...of, fieldId: `f${i}` }),
    ]);
    const last = addField({ ...of, fieldId: 'last' }, field('ad'));
    given(schema, created, ...rounds.flat())
      .when(last)
      .leadsTo(added('last', 'ad'));
    given(schema, created, ...rounds.flat(), added('g', 'b'))
      .when(last)
      .refused('PLAN_LIMIT');
  });
  it('of auto numbers is refused beyond five of a table, another one is not', () => {
    const type = 'auto_number' as const;
    const numbers = Array.from({ length: MAX_NUMBER_FIELDS }, (_, i) =>
      added(`n${i}`, `no ${i}`, { type }),
    );
    const next = { ...of, fieldId: 'f' };
    given(schema, created, ...numbers)
      .when(addField(next, field('ad', { type })))
      .refused('PLAN_LIMIT');
    given(schema, created, ...numbers)
      .when(addField(next, field('ad')))
      .leadsTo(added('f', 'ad'));
  });
  it('needs its table', () =>
    given(schema)
      .when(addField({ ...of, fieldId: 'f' }, field('ad')))
      .refused('NOT_FOUND'));
  it('loses its rules with its type', () =>
    given(schema, created, added('f', 'ad', { validation: { minLength: 2 } }))
      .when(changeField({ ...of, fieldId: 'f' }, { type: 'number' }))
      .leadsTo(fieldChanged({ ...of, fieldId: 'f', field: field('ad', { type: 'number' }) })));
  it.each([
    ['text', 'number', true],
    ['number', 'decimal', false],
    ['number', 'number', false],
  ] as const)('from %s to %s has a reading: %s', (from, to, has) =>
    given(schema, created, added('f', 'ad', { type: from }))
      .when(changeField({ ...of, fieldId: 'f' }, { type: to, description: 'x' }, reading))
      .leadsTo(
        fieldChanged({
          ...of,
          fieldId: 'f',
          field: field('ad', { type: to, description: 'x' }),
          ...(has && { reading }),
        }),
      ),
  );
  it('keeps its rules under another name', () =>
    given(schema, created, added('f', 'ad', { validation: { minLength: 2 } }))
      .when(changeField({ ...of, fieldId: 'f' }, { name: 'isim' }))
      .leadsTo(
        fieldChanged({
          ...of,
          fieldId: 'f',
          field: field('isim', { validation: { minLength: 2 } }),
        }),
      ));
  it('moves', () =>
    given(schema, created, added('f', 'a'), added('g', 'b'), added('h', 'c'))
      .when(moveField({ ...of, fieldId: 'h' }, 0))
      .leadsTo(fieldMoved({ ...of, fieldId: 'h', order: ['h', 'f', 'g'] })));
});
