import type { Constant, ParameterType } from '@hzm/contracts/features/custom-endpoints/definition';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { constantOf } from '../../lib/conditions.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { ConstantText } from './ConstantText.tsx';

interface Props {
  type: ParameterType;
  value: Constant;
  error?: string | undefined;
  onChange: (value: Constant) => void;
}

export function ConstantField({ type, value, error, onChange }: Props) {
  const { t } = useTranslation('endpoints');
  const language = useLanguage();
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
