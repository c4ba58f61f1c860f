import type { Table } from '@hzm/contracts/features/tables/table';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Form } from '../../ui/Form.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { textsOf } from '../../ui/rule-texts.ts';
import { useSending } from '../../ui/use-sending.ts';
import { create } from './create-table.ts';
import { tableNameProblem } from './names.ts';
import classes from './CreateTableForm.module.css';

interface Props {
  projectId: string;
  /** Names of the project's tables. */
  names: readonly string[];
  takesFocus?: 'idle' | undefined;
  /** Makes the table; by default one without fields. */
  make?: (name: string) => Promise<Table>;
  onCreated: (table: Table) => void;
}

export function CreateTableForm({ projectId, names, takesFocus, make, onCreated }: Props) {
  const { t } = useTranslation(['forms']);
  const { busy, error, run } = useSending();
  const form = useForm({
    initialValues: { name: '' },
    validate: ({ name }) => textsOf(t, { name: tableNameProblem(name, names) }),
  });
  const submit = form.onSubmit(({ name }) =>
    run(async () => {
      const table = await (make ?? (given => create(projectId, given)))(name);
      form.reset();
      notifyDone(t('newTable.done'));
      onCreated(table);
    }),
  );
  return (
    <Form onSubmit={submit} className={classes.form} {...(takesFocus && { takesFocus })}>
      <TextInput
        label={t('newTable.label')}
        placeholder={t('newTable.placeholder')}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Button type="submit" loading={busy} leftSection={<IconPlus size={18} aria-hidden />}>
        {t('newTable.submit')}
      </Button>
      {error && (
        <ErrorNotice error={error} title={t('newTable.failed')} network={t('newTable.network')} />
      )}
    </Form>
  );
}
