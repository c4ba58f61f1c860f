import { Text, FileInput, Textarea } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Form } from '../../ui/Form.tsx';
import { WithCode } from '../../ui/WithCode.tsx';
import { AnswerView } from './AnswerView.tsx';
import { CallActions } from './CallActions.tsx';
import { CallerFields } from './CallerFields.tsx';
import { CallName } from './CallName.tsx';
import { ConfirmChange } from './ConfirmChange.tsx';
import { type Draft, keyOf, type KeyHeaders, type Fault } from './draft.ts';
import type { Schemas } from './example.ts';
import { ParameterField } from './ParameterField.tsx';
import type { Operation } from './reference.ts';
import { curlOf } from './request.ts';
import { useCall, type CallInput } from './use-call.ts';
import type { Kept } from './use-kept.ts';
import { useReferenceTexts } from './use-reference-texts.ts';
import classes from './ApiTest.module.css';

interface Props extends CallInput {
  /** Whether the person chose the call here; the list before it is long. */
  takesFocus: boolean;
  onKeys: (keys: KeyHeaders) => void;
  onSave: Kept['add'];
}

/** Fills in one call, sends it, and shows its answer. */
export function CallForm({ takesFocus, onKeys, onSave, ...input }: Props) {
  const { t } = useTranslation('api-test');
  const { operation } = input;
  const call = useCall(input);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) section.current?.focus();
  }, [takesFocus]);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={operation.operationId}
      className={classes.form}
    >
      <CallHead operation={operation} />
      <CallFields input={input} call={call} onKeys={onKeys} onSave={onSave} />
      {call.error && (
        <ErrorNotice error={call.error} title={t('form.failed')} onRetry={call.submit} />
      )}
      {call.answer && <AnswerView answer={call.answer} name={operation.operationId} />}
      <ConfirmChange
        opened={call.asks}
        operation={operation}
        isOwnSession={call.kind === 'session'}
        // The button that asked is disabled while the call is being sent.
        focusTo={() =>
          section.current?.querySelector<HTMLElement>('[type=submit]:enabled') ?? section.current
        }
        onConfirm={call.send}
        onClose={call.dismiss}
      />
    </section>
  );
}

function CallFields({
  input,
  call,
  onKeys,
  onSave,
}: {
  input: {
    operation: Operation;
    schemas: Schemas;
    initial: Draft;
    keys: KeyHeaders;
    onSent: Kept['add'];
  };
  call: ReturnType<typeof useCall>;
  onKeys: (keys: KeyHeaders) => void;
  onSave: Kept['add'];
}) {
  const { t } = useTranslation('api-test');
  const { operation, keys } = input;
  const { faults, draft, setDraft } = call;
  return (
    <Form
      className={classes.fields}
      aria-label={t('form.label', { call: operation.operationId })}
      onSubmit={event => {
        event.preventDefault();
        call.submit();
      }}
    >
      <CallerFields
        kind={call.kind}
        onKind={call.setKind}
        keys={keys}
        onKeys={onKeys}
        faults={faults}
      />
      <Parameters input={input} call={call} />
      {operation.body && (
        <BodyField
          type={operation.body.type}
          value={draft.body}
          fault={faults['body']}
          onChange={body => setDraft({ ...draft, body })}
          file={call.file}
          onFile={call.setFile}
        />
      )}
      <CallActions
        busy={call.busy}
        onCancel={call.cancel}
        curl={call.isFaulty ? null : () => curlOf(location.origin, call.request())}
        onFaulty={call.check}
        onSave={() => onSave(call.withoutSecrets())}
      />
    </Form>
  );
}

function Parameters({
  input,
  call,
}: {
  input: {
    operation: Operation;
    schemas: Schemas;
    initial: Draft;
    keys: KeyHeaders;
    onSent: Kept['add'];
  };
  call: ReturnType<typeof useCall>;
}) {
  const { operation } = input;
  const { draft, faults, setDraft } = call;
  const { noteOf } = useReferenceTexts();
  return (
    <div className={classes.parameters}>
      {operation.parameters.map(one => (
        <ParameterField
          key={keyOf(one)}
          parameter={one}
          noteOf={noteOf}
          value={draft.values[keyOf(one)] ?? ''}
          fault={faults[keyOf(one)]}
          onChange={value =>
            setDraft({ ...draft, values: { ...draft.values, [keyOf(one)]: value } })
          }
        />
      ))}
    </div>
  );
}

/** A call's name, summary and description. */
function CallHead({ operation }: { operation: Operation }) {
  const { summaryOf, descriptionOf } = useReferenceTexts();
  const description = descriptionOf(operation);
  return (
    <>
      <CallName {...operation} />
      <Text {...summaryOf(operation)} />
      {description && (
        <Text size="sm" c="dimmed" className={classes.breaks} lang={description.lang}>
          <WithCode text={description.children} />
        </Text>
      )}
    </>
  );
}

interface BodyFieldProps {
  type: string;
  value: string;
  fault: Fault | undefined;
  onChange: (value: string) => void;
  file: File | null;
  onFile: (file: File | null) => void;
}

/** The body of a call: JSON, or a file of any type. */
function BodyField({ type, value, fault, onChange, file, onFile }: BodyFieldProps) {
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
