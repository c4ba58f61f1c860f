import { memberOf, type Json } from '@hzm/contracts/core/json';
import type { FieldOption } from '@hzm/contracts/features/tables/options';
import type { Field } from '@hzm/contracts/features/tables/table';
import { Group, NativeSelect, Select, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format.ts';
import { isOfOptions, optionWith } from '../../../lib/values/choices.ts';
import { isToMany, relationshipOf } from '../../../lib/values/related.ts';
import {
  filterOptionsIn,
  formatted,
  relatedText,
  type Words,
} from '../../../lib/values/value-text.ts';
import { OptionChip } from '../../../ui/OptionChip.tsx';
import { kindOf } from '../model/filter-text.ts';
import type { Filter } from '../model/filter.ts';
import { frequent, frequentOptions } from '../model/frequent.ts';
import { filteredBy, viewOf, type View } from '../model/view.ts';
import { readPage } from '../sync/rows-api.ts';
import classes from '../screen/DataScreen.module.css';

const LIMIT = 1_000;
/** In a landmark, as everything on a page must be. */
const inMain = { portalProps: { target: '#main' } };

interface Props {
  tableId: string;
  fields: readonly Field[];
  words: Words;
  view: View;
  onView: (view: View) => void;
}

/** A value that a filter of the field asks for. */
const chosenIn = (view: View, field: Field): string | null => {
  const filter = memberOf(view.filters, field.id);
  if (isToMany(field)) return typeof filter === 'string' ? filter : null;
  return typeof filter === 'object' ? (filter.eq ?? null) : null;
};

const chosenFilterOf = (field: Field, value: string | null): Filter | undefined =>
  value === null ? undefined : isToMany(field) ? value : { eq: value };

/**
 * Filters by one of the values of a field, the most frequent first. They are those of the first
 * thousand rows, read when they are asked for.
 */
export function ValueFilter({ tableId, fields, words, view, onView }: Props) {
  const { t } = useTranslation('grid');
  // Moments and structures are hardly ever the same twice.
  const offered = fields.filter(field => !['moment', 'other', 'files'].includes(kindOf(field)));
  const [wanted, setWanted] = useState<string>();
  const field =
    offered.find(({ id }) => id === wanted) ??
    offered.find(one => chosenIn(view, one) !== null) ??
    offered.find(({ type }) => type === 'string' || type === 'boolean') ??
    offered[0];
  if (!field) return null;
  return (
    <div role="group" aria-label={t('valueFilter')} className={classes.valueFilter}>
      <NativeSelect
        size="sm"
        label={t('valueFilter')}
        aria-label={t('valueFilterField')}
        data={offered.map(({ id, name }) => ({ value: id, label: name }))}
        value={field.id}
        onChange={event => setWanted(event.currentTarget.value)}
      />
      <Values
        key={field.id}
        tableId={tableId}
        field={field}
        words={words}
        view={view}
        onView={onView}
      />
    </div>
  );
}

/** Values of a field in the first rows, read when they are asked for. */
function useFirstRows(tableId: string, fieldId: string) {
  const [read, setRead] = useState<readonly (Json | undefined)[]>([]);
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!asked) return undefined;
    let isOpen = true;
    readPage(tableId, { ...viewOf({}), limit: LIMIT }, null).then(
      ({ rows }) => {
        if (isOpen) setRead(rows.map(row => memberOf(row, fieldId)));
      },
      () => {
        if (isOpen) setAsked(false);
      },
    );
    return () => {
      isOpen = false;
    };
  }, [asked, tableId, fieldId]);
  return { read, ask: (): void => setAsked(true) };
}

function Values({ tableId, field, words, view, onView }: Omit<Props, 'fields'> & { field: Field }) {
  const { t } = useTranslation('grid');
  const { read, ask } = useFirstRows(tableId, field.id);
  const isChosen = isOfOptions(field.type);
  const options = filterOptionsIn(field, words);
  const values = isChosen
    ? frequentOptions(options, read)
    : frequent(relationshipOf(field) ? read.flat() : read);
  const chosen = chosenIn(view, field);
  const known = new Map(values.map(value => [value.operand, value]));
  const operands =
    chosen === null || known.has(chosen) ? [...known.keys()] : [chosen, ...known.keys()];
  const label = (operand: string): string => {
    const option = optionWith(options, operand);
    if (option) return option.name;
    if (relationshipOf(field)) return relatedText(operand, field, words);
    const value =
      known.get(operand)?.value ?? (field.type === 'boolean' ? operand === 'true' : undefined);
    return value === undefined ? operand : formatted(field, value, words).replace(/\s+/g, ' ');
  };
  return (
    <Select
      size="sm"
      aria-label={t('valueFilterOf', { field: field.name })}
      placeholder={t('valueFilterAll')}
      searchable
      clearable
      limit={100}
      comboboxProps={inMain}
      data={operands.map(value => ({ value, label: label(value) }))}
      value={chosen}
      onDropdownOpen={ask}
      onChange={value => onView(filteredBy(view, field.id, chosenFilterOf(field, value)))}
      renderOption={({ option }) => (
        <Group justify="space-between" gap="xs" wrap="nowrap" w="100%">
          <span className={classes.told}>
            <OptionLabel option={optionWith(options, option.value)} label={option.label} />
          </span>
          {known.has(option.value) && read.length > 0 && (
            <Text component="small" size="xs" c="dimmed" className="hzm-figures">
              {formatNumber(known.get(option.value)!.count, words.language)}
            </Text>
          )}
        </Group>
      )}
    />
  );
}

const OptionLabel = ({ option, label }: { option: FieldOption | undefined; label: string }) =>
  option ? <OptionChip option={option} /> : label;
