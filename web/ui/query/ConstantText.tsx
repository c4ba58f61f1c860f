import type { Constant, ParameterType } from '@hzm/contracts/features/custom-endpoints/definition';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { constantOf } from '../../lib/conditions.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { draftNumber } from '../../lib/values/number-text.ts';

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  type: ParameterType;
  value: Constant;
  onText: (text: string) => void;
}

/** A constant as a text. A number stays as it is typed: `1,` and `1,0` are on the way to `1,05`. */
export function ConstantText({ type, value, onText, ...input }: Props) {
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const isTyped = type === 'number' && constantOf(type, typed, language) === value;
  const written = typeof value === 'number' ? draftNumber(value, language) : String(value);
  return (
    <TextInput
      {...input}
      value={isTyped ? typed : written}
      onChange={event => {
        setTyped(event.currentTarget.value);
        onText(event.currentTarget.value);
      }}
    />
  );
}
