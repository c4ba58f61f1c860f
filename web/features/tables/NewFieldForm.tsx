import type { Table } from '@hzm/contracts/features/tables/table';
import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FieldTask } from '../../ui/field-task.ts';
import { Form } from '../../ui/Form.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { add, place } from './api.ts';
import { FieldOptions } from './options/FieldOptions.tsx';
import { copyName, visibleOf } from './order.ts';
import { RuleInputs } from './RuleInputs.tsx';
import { sentRules } from './rules.ts';
import { SchemaError } from './SchemaError.tsx';
import { TypePicker } from './TypePicker.tsx';
import { useFieldForm, type FieldValues } from './use-field-form.ts';

interface Props {
  table: Table;
  task: FieldTask & { readonly kind: 'add' };
  onDone: () => void;
}

/** Form of a new field, at the end or beside another one, for everybody. */
export function NewFieldForm({ table, task: { like, beside, onAdded }, onDone }: Props) {
  const { t } = useTranslation('tables');
  const { busy, error, run } = useSending();
  const names = table.fields.map(({ name }) => name);
  const form = useFieldForm(like && { ...like, name: copyName(like.name, names) }, names);
  const save = (values: FieldValues, force = false) =>
    run(async () => {
      const field = await add(
        table,
        { ...values, name: values.name.trim(), validation: sentRules(values.validation) },
        force,
      );
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
        <TypePicker value={form.values.type} onChange={form.setType} />
        <FieldOptions
          type={form.values.type}
          rules={form.values.validation}
          onChange={form.setRules}
        />
        <Checkbox label={t('add.required')} {...form.checkbox('required')} />
        <RuleInputs
          type={form.values.type}
          rules={form.values.validation}
          problems={form.ruleProblems}
          onChange={form.setRules}
        />
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
