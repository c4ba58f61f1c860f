import type { Input, Operation } from '@hzm/contracts/features/math/operation';
import { Button, Text, Textarea, TextInput } from '@mantine/core';
import { IconCalculator } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language.ts';
import { Form } from '../../ui/Form.tsx';
import { draftOf, readList, readMatrix, valueOf, type Given } from './model/inputs.ts';
import { PickValues } from './PickValues.tsx';
import classes from './Math.module.css';

interface Props {
  operation: Operation;
  given: Given | undefined;
  busy: boolean;
  onCalculate: (inputs: Given) => void;
}

/** The inputs of an operation, which begin with those of the address or with its example. */
export function OperationForm({ operation, given, busy, onCalculate }: Props) {
  const { t } = useTranslation('math');
  const language = useLanguage();
  const inputs = Object.entries(operation.inputs);
  const [drafts, setDrafts] = useState<ReadonlyMap<string, string>>(
    () =>
      new Map(
        inputs.map(([name, { example }]) => [
          name,
          draftOf(new Map(Object.entries(given ?? {})).get(name) ?? example, language),
        ]),
      ),
  );
  const [isChecked, setChecked] = useState(false);
  const write = (name: string, text: string): void =>
    setDrafts(before => new Map(before).set(name, text));
  const values = inputs.map(([name, input]) => ({
    name,
    value: valueOf(input, drafts.get(name) ?? '', language),
  }));
  const submit = (): void => {
    setChecked(true);
    if (values.every(({ value }) => value !== undefined))
      onCalculate(Object.fromEntries(values.map(({ name, value }) => [name, value])));
  };
  return (
    <Form
      className={classes.form}
      onSubmit={event => {
        event.preventDefault();
        submit();
      }}
    >
      {inputs.map(([name, input], index) => (
        <InputField
          key={name}
          name={name}
          input={input}
          text={drafts.get(name) ?? ''}
          isWrong={isChecked && values[index]!.value === undefined}
          onChange={text => write(name, text)}
        />
      ))}
      <Button type="submit" loading={busy} leftSection={<IconCalculator size={18} aria-hidden />}>
        {t('calculate')}
      </Button>
    </Form>
  );
}

interface FieldProps {
  name: string;
  input: Input;
  text: string;
  isWrong: boolean;
  onChange: (text: string) => void;
}

function InputField({ name, input, text, isWrong, onChange }: FieldProps) {
  const { t } = useTranslation('math');
  const language = useLanguage();
  const label = input.label[language];
  if (input.kind === 'number')
    return (
      <TextInput
        name={name}
        label={input.unit ? t('withUnit', { label, unit: input.unit[language] }) : label}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        error={isWrong && t('mustBeNumber', { label })}
        onChange={event => onChange(event.currentTarget.value)}
      />
    );
  return (
    <div>
      <Textarea
        name={name}
        label={label}
        description={t(input.kind === 'list' ? 'listHint' : 'matrixHint')}
        autosize
        minRows={2}
        maxRows={10}
        spellCheck={false}
        classNames={{ input: classes.figures }}
        value={text}
        error={isWrong && t(input.kind === 'list' ? 'validNumbers' : 'validMatrix', { label })}
        onChange={event => onChange(event.currentTarget.value)}
      />
      {input.kind === 'list' ? (
        <>
          <ListNote text={text} />
          <PickValues onPick={values => onChange(draftOf(values, language))} />
        </>
      ) : (
        <MatrixNote text={text} />
      )}
    </div>
  );
}

/** Entries named in a note. */
const MAX_NAMED = 3;

function ListNote({ text }: { text: string }) {
  const { t } = useTranslation('math');
  const { values, dropped } = readList(text, useLanguage());
  return (
    <Text size="sm" c="dimmed" role="status">
      {t('valuesRead', { count: values.length })}
      {dropped.length > 0 &&
        ` ${t('dropped', { count: dropped.length, entries: dropped.slice(0, MAX_NAMED).join(' ') })}`}
    </Text>
  );
}

function MatrixNote({ text }: { text: string }) {
  const { t } = useTranslation('math');
  const matrix = readMatrix(text, useLanguage());
  if (!matrix) return null;
  return (
    <Text size="sm" c="dimmed" role="status">
      {t('matrixRead', { rows: matrix.length, columns: matrix[0]!.length })}
    </Text>
  );
}
