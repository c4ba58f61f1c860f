import type { Relationship } from '@hzm/contracts/features/tables/relationship';
import { WidgetSettings, WidgetType } from '@hzm/contracts/features/widgets/settings';
import { expect, it } from 'vitest';
import { beginning, moved, readFrom, templateOf, usable } from './design.ts';

const id = (n: number) => `01937b5e-0000-7000-8000-00000000000${n}`;
const field = (n: number, name: string, isHidden = false) => ({
  id: id(n),
  name,
  type: 'string' as const,
  required: false,
  description: '',
  validation: {},
  isHidden,
  relationships: [],
});
const table = (fields: ReturnType<typeof field>[]) => ({
  id: id(0),
  projectId: id(9),
  name: 'Ürünler',
  tableName: 'Ürünler',
  physicalTableName: id(0),
  fields,
  createdAt: '',
  updatedAt: '',
});
const products = table([field(1, 'Ad'), field(2, 'Alış', true), field(3, 'Renk')]);

it('usable leaves out hidden fields, and tables without any other', () => {
  const [one, ...more] = usable([products, table([field(4, 'Gizli', true)]), table([])]);
  expect(one!.fields.map(({ name }) => name)).toEqual(['Ad', 'Renk']);
  expect(more).toEqual([]);
});

it('names related rows by a text of their table, not by people or hidden fields', () => {
  const owner = { ...field(5, 'Sorumlu'), type: 'person' as const };
  const target = { ...products, fields: [owner, field(2, 'Gizli', true), field(3, 'Renk')] };
  const relationship = { targetTableId: target.id, targetFieldId: owner.id };
  const related = { ...field(6, 'Ürün'), relationships: [relationship as Relationship] };
  expect(readFrom(related, usable([target]))).toEqual({
    field: related.id,
    name: 'Ürün',
    label: { tableId: target.id, field: id(3) },
  });
});

it.each(WidgetType.options)('beginning makes settings of a %s that the contract takes', type => {
  const settings = beginning(type, usable([products])[0]!, 'Sayı', []);
  expect(WidgetSettings.parse(settings)).toEqual(settings);
  expect(JSON.stringify(settings)).not.toContain('Alış');
});

it('a form begins with the fields that it may ask for', () => {
  const price = { ...field(5, 'Fiyat'), type: 'currency' as const };
  const settings = beginning('form', { ...products, fields: [price, field(1, 'Ad')] }, 'Sayı', []);
  expect(settings).toMatchObject({ fields: [{ name: 'Ad' }] });
});

it('templateOf begins with a heading', () => {
  expect(templateOf(['Ad', 'Renk'])).toBe('# {{Ad}}\n- Renk: {{Renk}}');
});

it('moved changes two places, and none beyond the ends', () => {
  expect(moved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
});
