import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { WithCode } from '../../ui/WithCode.tsx';
import { written, type Fault } from './draft.ts';
import type { Parameter } from './reference.ts';
import type { ReferenceTexts } from './use-reference-texts.ts';

interface Props {
  parameter: Parameter;
  noteOf: ReferenceTexts['noteOf'];
  value: string;
  fault: Fault | undefined;
  onChange: (value: string) => void;
}

/** One parameter of a call; a choice if its schema lists the values. */
export function ParameterField({ parameter, noteOf, value, fault, onChange }: Props) {
  const { t } = useTranslation('api-test');
  const { name, in: place, required, schema, description, style } = parameter;
  const text = description ?? schema.description;
  const told = text === undefined ? undefined : noteOf(text);
  const common = {
    label: t(style === 'deepObject' ? 'form.json' : `form.${place}`, { name }),
    description: told && (
      <span lang={told.lang}>
        <WithCode text={told.children} />
      </span>
    ),
    required,
    withAsterisk: required,
    error: fault && t(`faults.${fault}`),
  };
  const usual = schema.default === undefined ? '' : written(schema.default);
  return schema.enum ? (
    <Select
      {...common}
      clearable={!required}
      placeholder={usual}
      data={schema.enum.map(written)}
      value={value === '' ? null : value}
      onChange={chosen => onChange(chosen ?? '')}
    />
  ) : (
    <TextInput
      {...common}
      autoComplete="off"
      placeholder={usual}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
  );
}
