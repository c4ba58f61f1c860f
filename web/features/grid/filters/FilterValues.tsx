import { memberOf, type Json } from '@hzm/contracts/core/json';
import { fold } from '@hzm/contracts/core/turkish';
import type { FieldOption } from '@hzm/contracts/features/tables/options';
import type { Field } from '@hzm/contracts/features/tables/table';
import { Text, TextInput } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format.ts';
import { isOfOptions, optionWith } from '../../../lib/values/choices.ts';
import { relationshipOf } from '../../../lib/values/related.ts';
import {
  filterOptionsIn,
  formatted,
  relatedText,
  type Words,
} from '../../../lib/values/value-text.ts';
import { OptionChip } from '../../../ui/OptionChip.tsx';
import { frequent, frequentOptions, type Frequent } from '../model/frequent.ts';
import { viewOf } from '../model/view.ts';
import { readPage } from '../sync/rows-api.ts';
import classes from './Filter.module.css';

const MAX_ROWS_READ = 1_000;
const MAX_VALUES_SHOWN = 100;

interface Props {
  tableId: string;
  field: Field;
  words: Words;
  /** Whether only one can be chosen. */
  isOne: boolean;
  chosen: readonly string[];
  onChosen: (chosen: readonly string[]) => void;
}

/** The values that the first rows have, or all options of a choice field, to be ticked. */
export function FilterValues({ tableId, field, words, isOne, chosen, onChosen }: Props) {
  const { t } = useTranslation('grid');
  const options = useMemo(() => filterOptionsIn(field, words), [field, words]);
  const { read, values } = useValues(tableId, field, options);
  const [wanted, setWanted] = useState('');
  if (!values)
    return (
      <Text size="sm" c="dimmed" role="status">
        {t('filter.reading')}
      </Text>
    );
  const shown = (value: Frequent): string => shownText(value, field, options, words);
  const fitting = values.filter(value => fold(shown(value)).includes(fold(wanted.trim())));
  const toggle = (operand: string): void => onChosen(isOne ? [operand] : toggled(chosen, operand));
  return (
    <div>
      {values.length > 8 && (
        <TextInput
          size="xs"
          type="search"
          aria-label={t('tableFilterValues')}
          placeholder={t('filterPlaceholder')}
          value={wanted}
          onChange={event => setWanted(event.currentTarget.value)}
        />
      )}
      {values.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('filter.none')}
        </Text>
      ) : (
        <ul className={classes.values} aria-label={t('filter.values')}>
          {fitting.slice(0, MAX_VALUES_SHOWN).map(value => (
            <li key={value.operand}>
              <label>
                <input
                  type={isOne ? 'radio' : 'checkbox'}
                  checked={chosen.includes(value.operand)}
                  onChange={() => toggle(value.operand)}
                />
                <FilterValue text={shown(value)} option={optionWith(options, value.operand)} />
                {read && <small>{formatNumber(value.count, words.language)}</small>}
              </label>
            </li>
          ))}
        </ul>
      )}
      <Text size="xs" c="dimmed">
        {t(isOfOptions(field.type) ? 'filter.optionsHint' : 'filter.valuesHint', {
          count: MAX_ROWS_READ,
        })}
      </Text>
    </div>
  );
}

/** The most frequent values of the first rows; `values` is undefined until something is known. */
function useValues(tableId: string, field: Field, options: readonly FieldOption[]) {
  const [read, setRead] = useState<readonly (Json | undefined)[]>();
  const isChosen = isOfOptions(field.type);
  const isRelated = relationshipOf(field) !== undefined;
  const values = useMemo(
    () =>
      isChosen
        ? frequentOptions(options, read ?? [])
        : read && frequent(isRelated ? (read.flat() as Json[]) : read),
    [isChosen, isRelated, options, read],
  );
  useEffect(() => {
    let isOpen = true;
    readPage(tableId, { ...viewOf({}), limit: MAX_ROWS_READ }, null).then(
      ({ rows }) => {
        if (isOpen) setRead(rows.map(row => memberOf(row, field.id)));
      },
      () => {
        if (isOpen) setRead([]);
      },
    );
    return () => {
      isOpen = false;
    };
  }, [tableId, field.id]);
  return { read, values };
}

const toggled = (chosen: readonly string[], operand: string): readonly string[] =>
  chosen.includes(operand) ? chosen.filter(one => one !== operand) : [...chosen, operand];

function shownText(
  { operand, value }: Frequent,
  field: Field,
  options: readonly FieldOption[],
  words: Words,
): string {
  if (isOfOptions(field.type))
    return optionWith(options, operand)?.name ?? formatted(field, value, words);
  if (relationshipOf(field)) return relatedText(operand, field, words);
  if (field.type === 'currency') return operand;
  return formatted(field, value, words).replace(/\s+/g, ' ');
}

const FilterValue = ({ text, option }: { text: string; option: FieldOption | undefined }) => (
  <span title={text} dir="auto">
    {option ? <OptionChip option={option} /> : text}
  </span>
);
