import { currencies } from '@hzm/contracts/core/amount';
import { groupKindOf, type Computation } from '@hzm/contracts/features/rows/summary';
import type { Field } from '@hzm/contracts/features/tables/table';
import { formatNumber } from '../../../lib/format.ts';
import { isPerson, optionWith, optionsIn } from '../../../lib/values/choices.ts';
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
  if (isPerson(field.type)) return formatted(field, key, words);
  const kind = groupKindOf(field.type);
  if (kind !== 'date' && kind !== 'boolean' && kind !== 'number') return text;
  const isMonth = /^\d{4}-\d{2}$/.test(text);
  return isMonth ? text.split('-').toReversed().join('.') : formatted(field, key, words);
}
