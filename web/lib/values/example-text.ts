import { memberOf } from '@hzm/contracts/core/json';
import type { Language } from '@hzm/contracts/core/language';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import { usualCurrency, usualUnit } from '@hzm/contracts/features/tables/field-validation';
import { temporalOf, type Shape } from './value-text.ts';

const number = { tr: '12,5', en: '12.5' } as const;
const temporal = {
  day: { tr: '17.10.2026', en: '17 Oct 2026' },
  moment: { tr: '17.10.2026 14:30', en: '17 Oct 2026 14:30' },
  time: { tr: '14:30', en: '14:30' },
} as const;
const structured: Partial<Record<FieldType, string>> = {
  array: '["a", "b"]',
  vector: '[1, 2, 3]',
  matrix: '[[1, 2], [3, 4]]',
  tensor: '[[[1], [2]]]',
  dataset: '[{"x": 1}]',
};

/**
 * Returns an example value for a field in the reader's language; undefined if its form is obvious.
 */
export function exampleOf(shape: Shape, language: Language): string | undefined {
  const { type } = shape;
  switch (type) {
    case 'duration':
      return '1:30';
    case 'object':
      return { tr: '{"renk": "mavi"}', en: '{"color": "blue"}' }[language];
    case 'percentage':
      return { tr: '%12,5', en: '12.5%' }[language];
    case 'coordinates':
      return '41.0082, 28.9784';
    case 'email':
      return { tr: 'ad@ornek.com', en: 'name@example.com' }[language];
    case 'url':
      return { tr: 'https://ornek.com', en: 'https://example.com' }[language];
    case 'phone':
      return '+90 532 123 45 67';
    case 'currency':
      return `${{ tr: '12,50', en: '12.50' }[language]} ${usualCurrency(shape.validation)}`;
    case 'weight':
      return `${number[language]} ${usualUnit(shape.validation)}`;
    case 'date':
    case 'datetime':
    case 'timestamp':
    case 'time':
      return temporal[temporalOf(shape)][language];
  }
  return memberOf(structured, type);
}
