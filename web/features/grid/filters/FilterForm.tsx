import type { Field } from '@hzm/contracts/features/tables/table';
import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isToMany } from '../../../lib/values/related.ts';
import type { Problem, Words } from '../../../lib/values/value-text.ts';
import { chosenIn, filterText, kindOf, readFilter, type Kind } from '../model/filter-text.ts';
import { listOf, type Filter } from '../model/filter.ts';
import { FilterValues } from './FilterValues.tsx';
import classes from './Filter.module.css';

type How =
  | 'contains'
  | 'eq'
  | 'ne'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'between'
  | 'in'
  | 'empty'
  | 'full';
const sized: readonly How[] = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'in',
  'empty',
  'full',
];
const offered: Readonly<Record<Kind, readonly How[]>> = {
  text: ['contains', 'eq', 'ne', 'in', 'empty', 'full'],
  other: ['contains', 'empty', 'full'],
  boolean: ['in', 'empty', 'full'],
  number: ['contains', ...sized],
  money: ['contains', ...sized],
  day: ['contains', ...sized],
  time: ['contains', ...sized],
  moment: sized.filter(how => how !== 'ne' && how !== 'in'),
  choice: ['in', 'ne', 'empty', 'full'],
};
const signs: Partial<Record<How, string>> = {
  eq: '=',
  ne: '!=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

/** Returns the kind of form that can show a filter. */
function startOf(
  field: Field,
  filter: Filter | undefined,
  words: Words,
): {
  readonly how: How;
  readonly from: string;
  readonly to: string;
  readonly chosen: readonly string[];
} {
  const text = filterText(field, filter, words);
  const none = { from: '', to: '', chosen: [] };
  const isChoice = kindOf(field) === 'choice';
  const usual = offered[kindOf(field)][0]!;
  if (filter === undefined) return { ...none, how: usual };
  if (typeof filter === 'string')
    return isChoice
      ? { ...none, how: 'in', chosen: [filter] }
      : { ...none, how: usual, from: text };
  if (filter.empty !== undefined)
    return { ...none, how: filter.empty === 'true' ? 'empty' : 'full' };
  if (filter.in !== undefined) return { ...none, how: 'in', chosen: listOf(filter.in) };
  if (isChoice && filter.ne !== undefined) return { ...none, how: 'ne', chosen: [filter.ne] };
  if (field.type === 'boolean' || isChoice)
    return { ...none, how: 'in', chosen: filter.eq === undefined ? [] : [filter.eq] };
  const [from = '', to] = text.split('..');
  if (to !== undefined) return { ...none, how: 'between', from, to };
  const [how = usual, sign = ''] =
    (Object.entries(signs) as [How, string][])
      .toSorted(([, a], [, b]) => b.length - a.length)
      .find(([, one]) => text.startsWith(one)) ?? [];
  return { ...none, how, from: text.slice(sign.length) };
}

/** Every condition that the server knows, for one field. */
export function FilterForm({
  tableId,
  field,
  filter,
  words,
  onFilter,
}: {
  tableId: string;
  field: Field;
  filter: Filter | undefined;
  words: Words;
  onFilter: (filter: Filter | undefined) => void;
}) {
  const { t } = useTranslation('grid');
  const kind = kindOf(field);
  const [{ how, from, to, chosen }, set] = useState(() => startOf(field, filter, words));
  const [problem, setProblem] = useState<Problem>();
  const change = (next: Partial<ReturnType<typeof startOf>>): void => {
    set(now => ({ ...now, ...next }));
    setProblem(undefined);
  };
  const label = (one: How): string =>
    ['day', 'moment', 'time'].includes(kind) &&
    (one === 'gt' || one === 'gte' || one === 'lt' || one === 'lte')
      ? t(`filter.times.${one}`)
      : t(`filter.ops.${one}`);
  const apply = (): void => {
    if (how === 'empty' || how === 'full') return onFilter({ empty: String(how === 'empty') });
    if (how === 'in') return onFilter(chosenIn(field, chosen));
    if (kind === 'choice') return onFilter(chosen[0] === undefined ? undefined : { ne: chosen[0] });
    if (from.trim() === '' && (how !== 'between' || to.trim() === '')) return onFilter(undefined);
    const read =
      how === 'contains' && kind === 'text'
        ? { filter: from }
        : readFilter(
            field,
            how === 'between' ? `${from}..${to}` : `${signs[how] ?? ''}${from}`,
            words,
          );
    if ('problem' in read) setProblem(read.problem);
    else onFilter(read.filter);
  };
  const form =
    kind === 'day' || kind === 'moment' || kind === 'time' ? t(`forms.${kind}`) : undefined;
  const lists = how === 'in' || (kind === 'choice' && how === 'ne');
  const asksValue = !lists && how !== 'empty' && how !== 'full';
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        apply();
      }}
    >
      <NativeSelect
        label={t('filter.how')}
        data-autofocus
        value={how}
        data={offered[kind]
          .filter(one => one !== 'ne' || !isToMany(field))
          .map(one => ({ value: one, label: label(one) }))}
        onChange={event => change({ how: event.currentTarget.value as How })}
      />
      {asksValue && (
        <TextInput
          label={how === 'between' ? t('filter.from') : t('filter.value')}
          placeholder={form}
          value={from}
          error={problem && t(`problems.${problem}`)}
          autoComplete="off"
          onChange={event => change({ from: event.currentTarget.value })}
        />
      )}
      {how === 'between' && (
        <TextInput
          label={t('filter.to')}
          placeholder={form}
          value={to}
          autoComplete="off"
          onChange={event => change({ to: event.currentTarget.value })}
        />
      )}
      {lists && (
        <FilterValues
          isOne={how === 'ne' || isToMany(field)}
          tableId={tableId}
          field={field}
          words={words}
          chosen={chosen}
          onChosen={next => change({ chosen: next })}
        />
      )}
      {lists && chosen.length > 0 && (
        <Text size="xs" c="dimmed" role="status">
          {t('filter.chosen', { count: chosen.length })}
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Button size="xs" variant="default" onClick={() => onFilter(undefined)}>
          {t('filter.clear')}
        </Button>
        <Button size="xs" type="submit">
          {t('filter.apply')}
        </Button>
      </Group>
    </form>
  );
}
