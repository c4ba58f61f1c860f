import { FileInput, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Fault } from './draft.ts';
import classes from './ApiTest.module.css';

interface Props {
  type: string;
  value: string;
  fault: Fault | undefined;
  onChange: (value: string) => void;
  file: File | null;
  onFile: (file: File | null) => void;
}

/** The body of a call: JSON, or a file of any type. */
export function BodyField({ type, value, fault, onChange, file, onFile }: Props) {
  const { t } = useTranslation('api-test');
  return type === 'application/json' ? (
    <Textarea
      dir="ltr"
      autosize
      minRows={3}
      maxRows={18}
      spellCheck={false}
      label={t('form.body')}
      error={fault && t(`faults.${fault}`)}
      classNames={{ input: classes.code }}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
  ) : (
    <FileInput
      clearable
      label={t('form.file')}
      placeholder={t('form.chooseFile')}
      value={file}
      onChange={onFile}
    />
  );
}
