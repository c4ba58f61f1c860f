import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Table } from '@hzm/contracts/features/tables/table';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { textsOf } from '../../ui/rule-texts.ts';
import { useSending } from '../../ui/use-sending.ts';
import { create } from './api.ts';
import { tableNameProblem } from './rules.ts';
import classes from './CreateTableForm.module.css';

export function CreateTableForm({ projectId, names, onCreated }: { projectId: string; names: readonly string[]; onCreated: (table: Table) => void }) {
  const { t } = useTranslation(['tables', 'forms']);
  const { busy, error, run } = useSending();
  const form = useForm({ initialValues: { name: '' }, validate: ({ name }) => textsOf(t, { name: tableNameProblem(name, names) }) });
  const submit = form.onSubmit(({ name }) => run(async () => {
    const table = await create(projectId, name);
    form.reset();
    notifyDone(t('create.done'));
    onCreated(table);
  }));
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <TextInput label={t('create.label')} placeholder={t('create.placeholder')} autoComplete="off" {...form.getInputProps('name')} />
      <Button type="submit" loading={busy} leftSection={<IconPlus size={18} aria-hidden />}>{t('create.submit')}</Button>
      {error && <ErrorNotice error={error} title={t('create.failed')} />}
    </form>
  );
}
