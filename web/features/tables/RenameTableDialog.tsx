import type { Table } from '@hzm/contracts/features/tables/table';
import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Form } from '../../ui/Form.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { textsOf } from '../../ui/rule-texts.ts';
import { useSending } from '../../ui/use-sending.ts';
import { rename } from './api.ts';
import { tableNameProblem } from './names.ts';

interface Props {
  /** Open while there is one. */
  table: Table | null;
  /** Names of the project's other tables. */
  names: readonly string[];
  onClose: () => void;
}

export function RenameTableDialog({ table, names, onClose }: Props) {
  const { t } = useTranslation('tables');
  return (
    <Dialog opened={table !== null} onClose={onClose} title={t('rename.title')}>
      {table && <RenameTableForm table={table} names={names} onClose={onClose} />}
    </Dialog>
  );
}

function RenameTableForm({ table, names, onClose }: Props & { table: Table }) {
  const { t } = useTranslation(['tables', 'forms', 'common']);
  const { busy, error, run } = useSending();
  const form = useForm({
    initialValues: { name: table.name },
    validate: ({ name }) => textsOf(t, { name: tableNameProblem(name, names) }),
  });
  const submit = form.onSubmit(({ name }) =>
    run(async () => {
      await rename(table, name);
      notifyDone(t('rename.done'));
      onClose();
    }),
  );
  return (
    <Form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('rename.label')}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        {error && <ErrorNotice error={error} title={t('rename.failed')} />}
        <FormActions submit={t('common:save')} busy={busy} onCancel={onClose} />
      </Stack>
    </Form>
  );
}
