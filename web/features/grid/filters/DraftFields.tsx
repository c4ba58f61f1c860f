import type { Field } from '@hzm/contracts/features/tables/table';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isToMany } from '../../../lib/values/related.ts';
import type { Problem, Words } from '../../../lib/values/value-text.ts';
import { kindOf } from '../model/filter-text.ts';
import { isListed, waysOf, type Draft, type How } from './draft.ts';
import { FilterValues } from './FilterValues.tsx';

interface Props {
  tableId: string;
  field: Field;
  draft: Draft;
  words: Words;
  problem: Problem | undefined;
  /** Whether the form begins here. */
  isFirst?: boolean;
  onChange: (draft: Draft) => void;
}

/** The comparison of a field, and its value. */
export function DraftFields({ tableId, field, draft, words, problem, isFirst, onChange }: Props) {
  const { t } = useTranslation('grid');
  const kind = kindOf(field);
  const { how, from, to, chosen } = draft;
  const label = (one: How): string =>
    ['day', 'moment', 'time'].includes(kind) &&
    (one === 'gt' || one === 'gte' || one === 'lt' || one === 'lte')
      ? t(`filter.times.${one}`)
      : t(`filter.ops.${one}`);
  const form =
    kind === 'day' || kind === 'moment' || kind === 'time' ? t(`forms.${kind}`) : undefined;
  const lists = isListed(field, how);
  const asksValue = !lists && how !== 'empty' && how !== 'full';
  return (
    <>
      <NativeSelect
        label={t('filter.how')}
        data-autofocus={isFirst}
        value={how}
        data={waysOf(field).map(one => ({ value: one, label: label(one) }))}
        onChange={event => onChange({ ...draft, how: event.currentTarget.value as How })}
      />
      {asksValue && (
        <TextInput
          label={how === 'between' ? t('filter.from') : t('filter.value')}
          placeholder={form}
          value={from}
          error={problem && t(`problems.${problem}`)}
          autoComplete="off"
          onChange={event => onChange({ ...draft, from: event.currentTarget.value })}
        />
      )}
      {how === 'between' && (
        <TextInput
          label={t('filter.to')}
          placeholder={form}
          value={to}
          autoComplete="off"
          onChange={event => onChange({ ...draft, to: event.currentTarget.value })}
        />
      )}
      {lists && (
        <FilterValues
          key={field.id}
          isOne={how === 'ne' || isToMany(field)}
          tableId={tableId}
          field={field}
          words={words}
          chosen={chosen}
          onChosen={next => onChange({ ...draft, chosen: next })}
        />
      )}
      {lists && chosen.length > 0 && (
        <Text size="xs" c="dimmed" role="status">
          {t('filter.chosen', { count: chosen.length })}
        </Text>
      )}
    </>
  );
}
