import { newId } from '@hzm/contracts/core/ids';
import {
  EndpointDefinition,
  isDeclared,
} from '@hzm/contracts/features/custom-endpoints/definition';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { describe, expect, it } from 'vitest';
import { actionKinds, beginning, slugOf, withAction, withParameterFor, withPath } from './draft.ts';

const field = (name: string, type: Field['type'], required = false): Field => ({
  id: newId(),
  name,
  type,
  required,
  description: '',
  validation: {},
  isHidden: false,
  relationships: [],
});
const table: Table = {
  id: newId(),
  projectId: newId(),
  name: 'Ürün Listesi',
  tableName: 'Ürün Listesi',
  physicalTableName: newId(),
  fields: [
    field('Ürün adı', 'string', true),
    field('Fiyat', 'currency'),
    field('Etkin', 'boolean'),
  ],
  createdAt: '',
  updatedAt: '',
};

describe('draft', () => {
  it.each(actionKinds)('starts as a complete definition for %s', kind => {
    const definition = withAction(beginning(table), kind, table);
    expect(EndpointDefinition.safeParse(definition).error).toBeUndefined();
    expect(isDeclared(definition)).toBe(true);
  });

  it("starts with the request's values", () => {
    const asked = {
      http_method: 'POST',
      endpoint_name: 'Yeni Ürün!',
      description: 'Ürün ekler',
      auth_required: true,
      rate_limit_needs: 'low',
    } as const;
    expect(beginning(table, asked)).toMatchObject({
      method: 'POST',
      path: 'yeni-urun',
      caller: 'identity',
      rate: 'low',
      action: { kind: 'insert' },
      parameters: [
        { name: 'urun_adi', type: 'text', required: true },
        { name: 'fiyat', type: 'json' },
        { name: 'etkin', type: 'boolean' },
      ],
    });
    expect(beginning(table, { ...asked, http_method: 'GET', auth_required: false })).toMatchObject({
      method: 'GET',
      caller: 'public',
      action: { kind: 'rows' },
    });
  });

  it('requires a key for an action that writes', () => {
    expect(withAction({ ...beginning(table), caller: 'public' }, 'insert', table).caller).toBe(
      'key',
    );
  });

  it('has the parameters named in its path', () => {
    const one = withPath(beginning(table), 'urun/:id/:dil');
    expect(one.parameters.map(({ name, in: place }) => [name, place])).toEqual([
      ['id', 'path'],
      ['dil', 'path'],
    ]);
    const typed = {
      ...one,
      parameters: one.parameters.map(parameter => ({ ...parameter, type: 'id' as const })),
    };
    expect(withPath(typed, 'urun/:id/:').parameters).toEqual([
      { name: 'id', in: 'path', type: 'id', required: true, description: '' },
    ]);
  });

  it('adds a parameter for a field once', () => {
    const first = withParameterFor(beginning(table), table.fields[2]!, 'query', false);
    expect([first.source, first.definition.parameters]).toEqual([
      { parameter: 'etkin' },
      [{ name: 'etkin', in: 'query', type: 'boolean', required: false, description: '' }],
    ]);
    expect(withParameterFor(first.definition, table.fields[2]!, 'query', false).definition).toBe(
      first.definition,
    );
  });
});

it('slugOf makes names fit for URLs', () => {
  expect(slugOf('İstanbul Şube Çıkışı (2)')).toBe('istanbul_sube_cikisi_2');
  expect(slugOf('  Café — Ölçü ', '-')).toBe('cafe-olcu');
  expect(slugOf('😀')).toBe('');
});
