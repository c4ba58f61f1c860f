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

const isFlag = (name: RuleName): name is 'onlyPositive' | 'minToday' | 'maxToday' =>
  name === 'onlyPositive' || name === 'minToday' || name === 'maxToday';

const isChosen = (name: RuleName): name is 'currency' | 'weightUnit' | 'dateType' =>
  name === 'currency' || name === 'weightUnit' || name === 'dateType';

/** Bounds of rules that are whole numbers. */
const wholeNumbers: Partial<Record<RuleName, { readonly min: number; readonly max: number }>> = {
  minLength: { min: 0, max: 1_048_576 },
  maxLength: { min: 0, max: 1_048_576 },
  decimalPlaces: { min: 0, max: 4 },
};

export function RuleInputs({ type, rules, problems, onChange }: Props) {
  const { t } = useTranslation(['tables', 'forms']);
  const offered = offeredRules(type);
  if (offered.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('rules.none')}
      </Text>
    );
  return (
    <SimpleGrid minColWidth="10rem" autoFlow="auto-fit" verticalSpacing="sm">
      {offered.map(name => {
        const problem = memberOf(problems, name);
        return (
          <RuleInput
            key={name}
            name={name}
            rules={rules}
            error={problem && t(`forms:rules.${problem}`)}
            onChange={value => onChange({ ...rules, [name]: value === '' ? undefined : value })}
          />
        );
      })}
    </SimpleGrid>
  );
}

function RuleInput({
  name,
  rules,
  error,
  onChange,
}: Pick<Props, 'rules'> & {
  name: RuleName;
  error: string | undefined;
  onChange: (value: unknown) => void;
}) {
  const { t } = useTranslation('tables');
  const common = { label: t(`rules.${name}`), error };
  // The list of options is edited by itself.
  if (name === 'options') return null;
  if (name === 'pattern')
    return (
      <TextInput
        {...common}
        value={rules.pattern ?? ''}
        maxLength={500}
        spellCheck={false}
        onChange={event => onChange(event.currentTarget.value)}
      />
    );
  if (isFlag(name))
    return (
      <Checkbox
        {...common}
        checked={memberOf(rules, name) ?? false}
        onChange={event => onChange(event.currentTarget.checked)}
      />
    );
  if (isChosen(name))
    return <RuleSelect {...common} name={name} rules={rules} onChange={onChange} />;
  const whole = memberOf(wholeNumbers, name);
  return (
    <NumberInput
      {...common}
      {...(whole && { ...whole, allowDecimal: false, allowNegative: false })}
      value={memberOf(rules, name) ?? ''}
      onChange={onChange}
    />
  );
}

function RuleSelect({
  name,
  rules,
  onChange,
  ...common
}: Pick<Props, 'rules'> & {
  name: 'currency' | 'weightUnit' | 'dateType';
  label: string;
  error: string | undefined;
  onChange: (value: unknown) => void;
}) {
  const { t } = useTranslation('tables');
  const data = {
    currency: fieldCurrencies,
    weightUnit: weightUnits,
    dateType: dateTypes.map(value => ({ value, label: t(`rules.${value}`) })),
  };
  return (
    <Select
      {...common}
      data={memberOf(data, name)}
      value={memberOf(rules, name) ?? null}
      allowDeselect={false}
      onChange={onChange}
    />
  );
}
