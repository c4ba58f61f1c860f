import { currencies } from '@hzm/contracts/core/amount';
import type { Computation } from '@hzm/contracts/features/rows/summary';
import type { Field } from '@hzm/contracts/features/tables/table';
import { formatNumber } from '../../../lib/format.ts';
import { optionWith, optionsIn } from '../../../lib/values/choices.ts';
import { relationshipOf } from '../../../lib/values/related.ts';
import { formatted, relatedText, type Words } from '../../../lib/values/value-text.ts';
import type { Figure, Group } from './use-summary.ts';

/** A figure as its column shows values; amounts of several currencies one after the other. */
export function figureText(
  field: Field,
  compute: Computation,
  figure: Figure | undefined,
  words: Words,
): string {
  if (figure === undefined || figure === null) return '—';
  if (compute === 'filled' || compute === 'empty' || compute === 'unique')
    return formatNumber(Number(figure), words.language);
  if (typeof figure !== 'object') return formatted(field, figure, words);
  return Object.entries(figure)
    .map(([currency, amount]) =>
      formatted(
        field,
        { amount, currency, symbol: currencies[currency as keyof typeof currencies] },
        words,
      ),
    )
    .join(' · ');
}

/** The name of a group; undefined for rows without a value. */
export function groupText(field: Field, { key }: Group, words: Words): string | undefined {
  if (key === null) return undefined;
  const text = String(key);
  if (relationshipOf(field)) return relatedText(text, field, words);
  const option = optionWith(optionsIn(field), text);
  if (option) return option.name;
  if (field.type === 'boolean' || typeof key === 'number') return formatted(field, key, words);
  const [year, month, day] = /^\d{4}(?:-\d{2}){0,2}$/.test(text) ? text.split('-') : [];
  const isDate = ['date', 'datetime', 'timestamp'].includes(field.type);
  return isDate && year !== undefined ? [day, month, year].filter(Boolean).join('.') : text;
}
