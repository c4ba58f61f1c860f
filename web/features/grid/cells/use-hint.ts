import { fieldTypeGroups } from '@hzm/contracts/features/tables/field-types';
import type { Field } from '@hzm/contracts/features/tables/table';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/use-language.ts';
import { exampleOf } from '../../../lib/values/example-text.ts';
import { temporalOf } from '../../../lib/values/value-text.ts';

const written: ReadonlySet<string> = new Set(['object', 'array', ...fieldTypeGroups.matrix]);

/** Returns a hint on the ways to write a field's values; undefined if they are obvious. */
export function useHint(field: Field): string | undefined {
  const { t } = useTranslation('grid');
  const example = exampleOf(field, useLanguage());
  switch (field.type) {
    case 'duration':
    case 'percentage':
    case 'coordinates':
    case 'currency':
    case 'weight':
    case 'phone':
      return t(`hints.${field.type}`);
    case 'created_at':
    case 'updated_at':
    case 'created_by':
    case 'updated_by':
    case 'auto_number':
      return t('hints.given');
    case 'date':
    case 'datetime':
    case 'timestamp':
    case 'time':
      return t(`hints.${temporalOf(field)}`);
  }
  return written.has(field.type) && example !== undefined
    ? t('hints.json', { example })
    : undefined;
}
