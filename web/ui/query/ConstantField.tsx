import type { Constant, ParameterType } from '@hzm/contracts/features/custom-endpoints/definition';
import type { FieldOption } from '@hzm/contracts/features/tables/options';
import { NativeSelect, Select } from '@mantine/core';
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
  value: Constant;
  error?: string | undefined;
  onChange: (value: Constant) => void;
}

export function ConstantField({ type, options, value, error, onChange }: Props) {
  const { t } = useTranslation('endpoints');
  const language = useLanguage();
  if (options)
    return <OptionField options={options} value={value} error={error} onChange={onChange} />;
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

/** A constant that is one of a field's options; what is none of them stays visible. */
function OptionField({
  options,
  value,
  error,
  onChange,
}: Omit<Props, 'type'> & { options: readonly FieldOption[] }) {
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
      data={[
        ...options.map(({ id, name }) => ({ value: id, label: name })),
        ...(chosen === '' || optionWith(options, chosen) ? [] : [{ value: chosen, label: chosen }]),
      ]}
      renderOption={({ option: { value: id, label } }) => {
        const option = optionWith(options, id);
        return option ? <OptionChip option={option} /> : label;
      }}
      onChange={id => onChange(id ?? '')}
    />
  );
}
