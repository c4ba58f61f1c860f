import type { Constant, ParameterType } from '@hzm/contracts/features/custom-endpoints/definition';
import type { FieldOption } from '@hzm/contracts/features/tables/options';
import { MultiSelect, NativeSelect, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { constantOf } from '../../lib/conditions.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { optionNamed, optionWith } from '../../lib/values/choices.ts';
import { OptionChip } from '../OptionChip.tsx';
import { ConstantText } from './ConstantText.tsx';

interface Props {
  type: ParameterType;
  /** Those among which it is chosen, for a choice field. */
  options?: readonly FieldOption[] | undefined;
  /** Whether several of them are chosen, apart by commas. */
  several?: boolean;
  value: Constant;
  error?: string | undefined;
  onChange: (value: Constant) => void;
}

export function ConstantField({ type, options, several = false, value, error, onChange }: Props) {
  const { t } = useTranslation('endpoints');
  const language = useLanguage();
  if (options)
    return several ? (
      <OptionsField options={options} value={value} error={error} onChange={onChange} />
    ) : (
      <OptionField options={options} value={value} error={error} onChange={onChange} />
    );
  if (type === 'boolean')
    return (
      <NativeSelect
        label={t('source.value')}
        value={String(value)}
        error={error}
        data={[
          { value: 'true', label: t('source.true') },
          { value: 'false', label: t('source.false') },
        ]}
        onChange={event => onChange(event.currentTarget.value === 'true')}
      />
    );
  return (
    <ConstantText
      label={t('source.value')}
      type={type}
      value={value}
      error={error}
      maxLength={1_000}
      onText={text => onChange(constantOf(type, text, language))}
    />
  );
}

interface OptionProps extends Omit<Props, 'type' | 'options' | 'several'> {
  options: readonly FieldOption[];
}

/** Options in the list of a select; texts that are none of them stay visible. */
const listed = (options: readonly FieldOption[], chosen: readonly string[]) => ({
  data: [
    ...options.map(({ id, name }) => ({ value: id, label: name })),
    ...chosen
      .filter(text => text !== '' && !options.some(({ id }) => id === text))
      .map(text => ({ value: text, label: text })),
  ],
  renderOption: ({ option: { value, label } }: { option: { value: string; label: string } }) => {
    const option = optionWith(options, value);
    return option ? <OptionChip option={option} /> : label;
  },
});

/** A constant that is one of a field's options. */
function OptionField({ options, value, error, onChange }: OptionProps) {
  const { t } = useTranslation('endpoints');
  const text = String(value);
  const chosen = optionNamed(options, text)?.id ?? text;
  return (
    <Select
      label={t('source.value')}
      value={chosen === '' ? null : chosen}
      error={error}
      searchable
      allowDeselect={false}
      {...listed(options, [chosen])}
      onChange={id => onChange(id ?? '')}
    />
  );
}

/** Several of a field's options, as ids apart by commas. */
function OptionsField({ options, value, error, onChange }: OptionProps) {
  const { t } = useTranslation('endpoints');
  const chosen = String(value)
    .split(',')
    .map(text => text.trim())
    .filter(text => text !== '')
    .map(text => optionNamed(options, text)?.id ?? text);
  return (
    <MultiSelect
      label={t('source.value')}
      value={chosen}
      error={error}
      searchable
      {...listed(options, chosen)}
      onChange={ids => onChange(ids.join(','))}
    />
  );
}
