import type { Table } from '@hzm/contracts/features/tables/table';
import { Button, Collapse, Group, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from '../../ui/Form.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { add } from './api.ts';
import { FieldOptions } from './options/FieldOptions.tsx';
import { RequiredInput } from './RequiredInput.tsx';
import { RuleInputs } from './RuleInputs.tsx';
import { sentRules } from './rules.ts';
import { SchemaError } from './SchemaError.tsx';
import { TypePicker } from './TypePicker.tsx';
import { useFieldForm, type FieldValues } from './use-field-form.ts';
import classes from './AddFieldForm.module.css';

/** Form of a new field, which stays open for the next one. */
export function AddFieldForm({ table }: { table: Table }) {
  const { t } = useTranslation(['tables', 'common']);
  const name = useRef<HTMLInputElement>(null);
  const form = useFieldForm(
    undefined,
    table.fields.map(field => field.name),
  );
  const { busy, error, save } = useAdding(table, () => {
    form.reset();
    name.current?.focus();
  });
  const submit = form.submit(values => save(values));
  return (
    <Form
      onSubmit={submit}
      takesFocus="always"
      className={classes.form}
      aria-label={t('add.title')}
    >
      <Stack gap="sm">
        <NameAndType ref={name} form={form} />
        <FieldOptions
          type={form.values.type}
          rules={form.values.validation}
          onChange={form.setRules}
        />
        <Textarea
          label={t('add.description')}
          autosize
          minRows={1}
          maxRows={5}
          maxLength={1000}
          {...form.input('description')}
        />
        <RequiredInput form={form} />
        <AdvancedRules form={form} />
        {error && (
          <SchemaError
            error={error}
            title={t('add.failed')}
            network={t('add.network')}
            projectId={table.projectId}
            onForce={() => void save(form.values, true)}
          />
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {t('add.submit')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

function NameAndType({
  ref,
  form,
}: {
  ref: RefObject<HTMLInputElement | null>;
  form: ReturnType<typeof useFieldForm>;
}) {
  const { t } = useTranslation('tables');
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput
        ref={ref}
        label={t('add.name')}
        required
        autoComplete="off"
        {...form.input('name')}
      />
      <TypePicker value={form.values.type} onChange={form.setType} />
    </SimpleGrid>
  );
}

function useAdding(table: Table, onAdded: () => void) {
  const { t } = useTranslation('tables');
  const { busy, error, run } = useSending();
  const save = (values: FieldValues, force = false): Promise<void> =>
    run(async () => {
      const validation = sentRules(values.validation);
      await add(
        table,
        {
          ...values,
          name: values.name.trim(),
          ...(Object.keys(validation).length > 0 ? { validation } : { validation: undefined }),
        },
        force,
      );
      notifyDone(t('add.done'));
      onAdded();
    });
  return { busy, error, save };
}

/** Rules of the new field, hidden at first. */
function AdvancedRules({ form }: { form: ReturnType<typeof useFieldForm> }) {
  const { t } = useTranslation('tables');
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.more}
        aria-expanded={isOpen}
        rightSection={
          <IconChevronDown
            size={16}
            aria-hidden
            className={classes.chevron}
            data-open={isOpen || undefined}
          />
        }
        onClick={toggle}
      >
        {t('add.advanced')}
      </Button>
      <Collapse expanded={isOpen}>
        <RuleInputs
          type={form.values.type}
          rules={form.values.validation}
          problems={form.ruleProblems}
          onChange={form.setRules}
        />
      </Collapse>
    </>
  );
}
