import type { Table } from '@hzm/contracts/features/tables/table';
import { Button, Stack, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { markUntyped } from '../../state/untyped-fields.ts';
import type { FieldTask } from '../../ui/field-task.ts';
import { Form } from '../../ui/Form.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { add, place } from './api.ts';
import { FieldOptions } from './options/FieldOptions.tsx';
import { copyName, visibleOf } from './order.ts';
import { RequiredInput } from './RequiredInput.tsx';
import { RuleInputs } from './RuleInputs.tsx';
import { sentRules } from './rules.ts';
import { SchemaError } from './SchemaError.tsx';
import { TypePicker } from './TypePicker.tsx';
import { useFieldForm, type FieldValues } from './use-field-form.ts';
import classes from './QuickField.module.css';

interface Props {
  table: Table;
  task: FieldTask & { readonly kind: 'add' };
  /** Whether all is asked at once; otherwise the name, and the rest behind a button. */
  isWhole?: boolean;
  onWhole?: () => void;
  onDone: () => void;
}

/** Form of a new field, at the end or beside another one, for everybody. */
export function NewFieldForm({ table, task, isWhole = true, onWhole, onDone }: Props) {
  const { t } = useTranslation('tables');
  const { like } = task;
  const names = table.fields.map(({ name }) => name);
  const form = useFieldForm(like && { ...like, name: copyName(like.name, names) }, names);
  const { busy, error, save } = useNewField(table, task, isWhole, onDone);
  const submit = form.submit(values => save(values));
  return (
    <Form onSubmit={submit} aria-label={t('add.title')}>
      <Stack gap="sm">
        <TextInput
          label={t('add.name')}
          required
          autoComplete="off"
          data-autofocus
          {...form.input('name')}
        />
        {isWhole ? (
          <ShapeInputs form={form} />
        ) : (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.more}
            rightSection={<IconChevronDown size={16} aria-hidden />}
            onClick={onWhole}
          >
            {t('add.more')}
          </Button>
        )}
        {error && (
          <SchemaError
            error={error}
            title={t('add.failed')}
            network={t('add.network')}
            projectId={table.projectId}
            onForce={() => void save(form.values, true)}
          />
        )}
        <FormActions submit={t('add.submit')} busy={busy} onCancel={onDone} />
      </Stack>
    </Form>
  );
}

/** The type of a field, and its rules. */
function ShapeInputs({ form }: { form: ReturnType<typeof useFieldForm> }) {
  return (
    <>
      <TypePicker value={form.values.type} onChange={form.setType} />
      <FieldOptions
        type={form.values.type}
        rules={form.values.validation}
        onChange={form.setRules}
      />
      <RequiredInput form={form} />
      <RuleInputs
        type={form.values.type}
        rules={form.values.validation}
        problems={form.ruleProblems}
        onChange={form.setRules}
      />
    </>
  );
}

/** Adds a field and places it. One whose type nobody chose may get one by what is typed. */
function useNewField(
  table: Table,
  { beside, onAdded }: Props['task'],
  isTyped: boolean,
  onDone: () => void,
) {
  const { t } = useTranslation('tables');
  const { busy, error, run } = useSending();
  const save = (values: FieldValues, force = false) =>
    run(async () => {
      const field = await add(
        table,
        { ...values, name: values.name.trim(), validation: sentRules(values.validation) },
        force,
      );
      if (!isTyped) markUntyped([field.id]);
      const at = beside ? visibleOf(table.fields).findIndex(({ id }) => id === beside.fieldId) : -1;
      if (at >= 0)
        await place(
          { ...table, fields: [...table.fields, field] },
          field.id,
          beside?.side === 'left' ? at : at + 1,
        );
      onAdded?.(field.id);
      notifyDone(t('add.done'));
      onDone();
    });
  return { busy, error, save };
}
