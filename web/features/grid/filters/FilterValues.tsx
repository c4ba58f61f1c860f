import { memberOf } from '@hzm/contracts/core/json';
import { fold } from '@hzm/contracts/core/turkish';
import type { Field } from '@hzm/contracts/features/tables/table';
import { Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format.ts';
import { formatted, type Words } from '../../../lib/values/value-text.ts';
import { frequent, type Frequent } from '../model/frequent.ts';
import { viewOf } from '../model/view.ts';
import { readPage } from '../sync/rows-api.ts';
import classes from './Filter.module.css';

const MAX_ROWS_READ = 1_000;
const MAX_VALUES_SHOWN = 100;

interface Props {
  tableId: string;
  field: Field;
  words: Words;
  chosen: readonly string[];
  onChosen: (chosen: readonly string[]) => void;
}

/** The values that the first rows have, to be ticked. */
export function FilterValues({ tableId, field, words, chosen, onChosen }: Props) {
  const { t } = useTranslation('grid');
  const [values, setValues] = useState<readonly Frequent[]>();
  const [wanted, setWanted] = useState('');
  useEffect(() => {
    let isOpen = true;
    readPage(tableId, { ...viewOf({}), limit: MAX_ROWS_READ }, null).then(
      ({ rows }) => {
        if (isOpen) setValues(frequent(rows.map(row => memberOf(row, field.id))));
      },
      () => {
        if (isOpen) setValues([]);
      },
    );
    return () => {
      isOpen = false;
    };
  }, [tableId, field.id]);
  if (!values)
    return (
      <Text size="sm" c="dimmed" role="status">
        {t('filter.reading')}
      </Text>
    );
  const shown = (value: Frequent): string =>
    field.type === 'currency'
      ? value.operand
      : formatted(field, value.value, words).replace(/\s+/g, ' ');
  const fitting = values.filter(value => fold(shown(value)).includes(fold(wanted.trim())));
  const toggle = (operand: string): void =>
    onChosen(
      chosen.includes(operand) ? chosen.filter(one => one !== operand) : [...chosen, operand],
    );
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
                  type="checkbox"
                  checked={chosen.includes(value.operand)}
                  onChange={() => toggle(value.operand)}
                />
                <span title={shown(value)} dir="auto">
                  {shown(value)}
                </span>
                <small>{formatNumber(value.count, words.language)}</small>
              </label>
            </li>
          ))}
        </ul>
      )}
      <Text size="xs" c="dimmed">
        {t('filter.valuesHint', { count: MAX_ROWS_READ })}
      </Text>
    </div>
  );
}
