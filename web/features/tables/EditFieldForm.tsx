import { sameJson } from '@hzm/contracts/core/json';
import type { FieldValidation } from '@hzm/contracts/features/tables/field-validation';
import type { Relationship } from '@hzm/contracts/features/tables/relationship';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { Stack, Tabs, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isChoice } from '../../lib/values/choices.ts';
import type { FieldPart } from '../../ui/field-task.ts';
import { Form } from '../../ui/Form.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { saidRules } from '../../ui/use-rule-texts.ts';
import { useSending } from '../../ui/use-sending.ts';
import { change } from './api.ts';
import { FieldOptions } from './options/FieldOptions.tsx';
import { rebased } from './options/option-list.ts';
import { AddRelationshipDialog } from './relationships/AddRelationshipDialog.tsx';
import { DeleteRelationshipDialog } from './relationships/DeleteRelationshipDialog.tsx';
import { RelationshipList } from './relationships/RelationshipList.tsx';
import { RequiredInput } from './RequiredInput.tsx';
import { RuleChange, type Rules } from './RuleChange.tsx';
import { RuleInputs } from './RuleInputs.tsx';
import { rulesProblems, sentRules } from './rules.ts';
import { SchemaError } from './SchemaError.tsx';
import { TypeChange } from './TypeChange.tsx';
import { TypePicker } from './TypePicker.tsx';
import { useFieldForm, type FieldValues } from './use-field-form.ts';

/** The rules of a changed form that present values may break; undefined if it has none. */
function changedRules(
  { type, required, validation }: Field,
  values: FieldValues,
): Rules | undefined {
  // The list of options tells by itself what happens to values.
  const { options, ...before } = saidRules(validation);
  const { options: _, ...said } = saidRules(values.validation);
  const isSame = sameJson(said, before) && (required || !values.required);
  return values.type !== type || isSame || Object.keys(rulesProblems(said)).length > 0
    ? undefined
    : { required: values.required, validation: { ...said, ...(options && { options }) } };
}

/** `part` is the section shown first. */
export function EditFieldForm({
  table,
  field,
  part = 'basic',
  onDone,
}: {
  table: Table;
  field: Field;
  part?: FieldPart;
  onDone: () => void;
}) {
  const { t } = useTranslation(['tables', 'common']);
  const [tab, setTab] = useState<string | null>(part);
  const form = useFieldForm(
    field,
    table.fields.filter(({ id }) => id !== field.id).map(({ name }) => name),
  );
  const { busy, error, save } = useChanging(table, field, onDone);
  const rules = changedRules(field, form.values);
  const submit = form.submit(values => save(values), setTab);
  return (
    <Form onSubmit={submit}>
      <Stack>
        <Tabs value={tab} onChange={setTab}>
          <Tabs.List aria-label={t('edit.tabs')} mb="md">
            <Tabs.Tab value="basic">{t('edit.basic')}</Tabs.Tab>
            <Tabs.Tab value="validation">{t('edit.validation')}</Tabs.Tab>
            <Tabs.Tab value="relationships">{t('relationships.tab')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="basic">
            <BasicPart table={table} field={field} form={form} />
          </Tabs.Panel>
          <Tabs.Panel value="validation">
            <RuleInputs
              type={form.values.type}
              rules={form.values.validation}
              problems={form.ruleProblems}
              onChange={form.setRules}
            />
          </Tabs.Panel>
          <Tabs.Panel value="relationships">
            <FieldRelationships table={table} fieldId={field.id} />
          </Tabs.Panel>
        </Tabs>
        {rules && <RuleChange table={table} field={field} rules={rules} />}
        {error && (
          <SchemaError
            error={error}
            title={t('edit.failed')}
            projectId={table.projectId}
            onForce={() => void save(form.values, true)}
          />
        )}
        <FormActions submit={t('common:save')} busy={busy} onCancel={onDone} />
      </Stack>
    </Form>
  );
}

/** Sends the changes of a field, with what others have made of its options meanwhile. */
function useChanging(table: Table, field: Field, onDone: () => void) {
  const { t } = useTranslation('tables');
  const { busy, error, run } = useSending();
  const [opened] = useState(field.validation.options ?? []);
  const theirs = table.fields.find(({ id }) => id === field.id)?.validation.options;
  const rebasedRules = (rules: FieldValidation): FieldValidation =>
    rules.options && theirs ? { ...rules, options: rebased(opened, rules.options, theirs) } : rules;
  const save = (values: FieldValues, force = false): Promise<void> =>
    run(async () => {
      await change(
        table,
        field.id,
        {
          ...values,
          name: values.name.trim(),
          validation: sentRules(rebasedRules(values.validation)),
          ...(values.validation.options && { seenOptions: (theirs ?? []).map(({ id }) => id) }),
        },
        force,
      );
      notifyDone(t('edit.done'));
      onDone();
    });
  return { busy, error, save };
}

/** Name, type with what its change does, options, description. */
function BasicPart({
  table,
  field,
  form,
}: {
  table: Table;
  field: Field;
  form: ReturnType<typeof useFieldForm>;
}) {
  const { t } = useTranslation('tables');
  const { type, validation } = form.values;
  const hasOptions = (validation.options?.length ?? 0) > 0;
  return (
    <Stack gap="sm">
      <TextInput
        label={t('add.name')}
        required
        autoComplete="off"
        data-autofocus
        {...form.input('name')}
      />
      <TypePicker value={type} present={field.type} onChange={form.setType} />
      {(isChoice(field.type) || hasOptions) && (
        <FieldOptions type={type} rules={validation} onChange={form.setRules} />
      )}
      {type !== field.type && (
        <TypeChange
          table={table}
          field={field}
          type={type}
          onOptions={
            hasOptions ? undefined : made => form.setRules({ ...validation, options: made })
          }
        />
      )}
      <Textarea
        label={t('add.description')}
        autosize
        minRows={1}
        maxRows={5}
        maxLength={1000}
        {...form.input('description')}
      />
      <RequiredInput form={form} />
    </Stack>
  );
}

/** The relationships of a field, live, with the dialogs that add and delete them. */
function FieldRelationships({ table, fieldId }: { table: Table; fieldId: string }) {
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<Relationship | null>(null);
  const field = table.fields.find(({ id }) => id === fieldId);
  if (!field) return null;
  return (
    // The dialogs have forms of their own: what they submit is not the form around this part.
    <div role="none" onSubmit={event => event.stopPropagation()}>
      <RelationshipList
        table={table}
        field={field}
        onAdd={() => setAdding(true)}
        onDelete={setDeleting}
      />
      <AddRelationshipDialog
        table={table}
        sourceFieldId={adding ? fieldId : null}
        onClose={() => setAdding(false)}
      />
      <DeleteRelationshipDialog
        table={table}
        relationship={deleting}
        onClose={() => setDeleting(null)}
      />
    </div>
  );
}
