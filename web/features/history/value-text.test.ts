import type { Field } from '@hzm/contracts/features/tables/table';
import { expect, it } from 'vitest';
import { valueText, type ValueWords } from './value-text.ts';

const tr: ValueWords = { language: 'tr', none: 'boş', yes: 'Evet', no: 'Hayır' };
const en: ValueWords = { language: 'en', none: 'empty', yes: 'Yes', no: 'No' };
const field = (type: Field['type']): Field => ({
  id: 'f',
  name: 'f',
  type,
  required: false,
  description: '',
  validation: {},
  isHidden: false,
  relationships: [],
});

it.each([
  [true, 'boolean', 'Evet', 'Yes'],
  [12.5, 'number', '12,5', '12.5'],
  [9600, 'integer', '9.600', '9,600'],
  ['2026-11-03', 'date', '03.11.2026', '03 Nov 2026'],
  [{ amount: 1250.5, currency: 'TRY', symbol: '₺' }, 'currency', '1.250,50 ₺', '1,250.50 ₺'],
  [{ value: 1500, unit: 'kg' }, 'weight', '1.500 kg', '1,500 kg'],
  [null, 'string', 'boş', 'empty'],
  ['', 'text', 'boş', 'empty'],
] as const)('valueText formats %j of type %s as its cell does', (value, type, turkish, english) => {
  expect([valueText(value, field(type), tr), valueText(value, field(type), en)]).toEqual([
    turkish,
    english,
  ]);
});

it('valueText formats a value by its own form if its field is gone or of another type', () => {
  expect([
    valueText(false, undefined, tr),
    valueText(9600.5, field('string'), tr),
    valueText('2026-11-03', undefined, tr),
    valueText({ amount: 5, currency: 'EUR' }, field('number'), en),
    valueText([1], undefined, en),
  ]).toEqual(['Hayır', '9.600,5', '03.11.2026', '5 EUR', '[1]']);
});

it('valueText names files, or tells those without a name by their ids', () => {
  const names = new Map([['a', 'mavi.png']]);
  const fileOf = (id: string) => ({ file_name: names.get(id) ?? id, is_image: false });
  const words = { ...tr, files: { fileOf, gone: '' } };
  expect(valueText(['a', 'b'], field('file'), words)).toBe('mavi.png, b');
});
