import { memberOf } from '@hzm/contracts/core/json';
import { weightUnits } from '@hzm/contracts/core/value-schemas';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import {
  fieldCurrencies,
  type FieldValidation,
} from '@hzm/contracts/features/tables/field-validation';
import { Checkbox, NumberInput, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Rule } from '../../ui/rule-texts.ts';
import { offeredRules, type RuleName } from './rules.ts';

interface Props {
  type: FieldType;
  rules: FieldValidation;
  problems: Partial<Record<RuleName, Rule>>;
  onChange: (rules: FieldValidation) => void;
}

const dateTypes = ['date', 'datetime', 'time'] as const;

export function RuleInputs({ type, rules, problems, onChange }: Props) {
  const { t } = useTranslation(['tables', 'forms']);
  const offered = offeredRules(type);
  if (offered.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('rules.none')}
      </Text>
    );
  const set = (name: RuleName, value: unknown): void =>
    onChange({ ...rules, [name]: value === '' ? undefined : value });

  const input = (name: RuleName) => {
    const problem = memberOf(problems, name);
    const common = {
      key: name,
      label: t(`rules.${name}`),
      error: problem && t(`forms:rules.${problem}`),
    };
    switch (name) {
      case 'pattern':
        return (
          <TextInput
            {...common}
            value={rules.pattern ?? ''}
            maxLength={500}
            spellCheck={false}
            onChange={event => set(name, event.currentTarget.value)}
          />
        );
      case 'currency':
        return (
          <Select
            {...common}
            data={fieldCurrencies}
            value={rules.currency ?? null}
            allowDeselect={false}
            onChange={value => set(name, value)}
          />
        );
      case 'weightUnit':
        return (
          <Select
            {...common}
            data={weightUnits}
            value={rules.weightUnit ?? null}
            allowDeselect={false}
            onChange={value => set(name, value)}
          />
        );
      case 'dateType':
        return (
          <Select
            {...common}
            data={dateTypes.map(value => ({ value, label: t(`rules.${value}`) }))}
            value={rules.dateType ?? null}
            allowDeselect={false}
            onChange={value => set(name, value)}
          />
        );
      case 'onlyPositive':
      case 'minToday':
      case 'maxToday':
        return (
          <Checkbox
            {...common}
            checked={memberOf(rules, name) ?? false}
            onChange={event => set(name, event.currentTarget.checked)}
          />
        );
      case 'minLength':
      case 'maxLength':
        return (
          <NumberInput
            {...common}
            value={memberOf(rules, name) ?? ''}
            min={0}
            max={1_048_576}
            allowDecimal={false}
            allowNegative={false}
            onChange={value => set(name, value)}
          />
        );
      case 'options':
        return null;
      case 'decimalPlaces':
        return (
          <NumberInput
            {...common}
            value={rules.decimalPlaces ?? ''}
            min={0}
            max={4}
            allowDecimal={false}
            allowNegative={false}
            onChange={value => set(name, value)}
          />
        );
      default:
        return (
          <NumberInput
            {...common}
            value={memberOf(rules, name) ?? ''}
            onChange={value => set(name, value)}
          />
        );
    }
  };
  return (
    <SimpleGrid cols={{ base: 1, xs: Math.min(3, offered.length) }} verticalSpacing="sm">
      {offered.map(input)}
    </SimpleGrid>
  );
}
