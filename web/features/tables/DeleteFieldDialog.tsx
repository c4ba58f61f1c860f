import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../../lib/api-error.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { notifyFailed, notifyUndoable } from '../../ui/notify.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { drop } from './api.ts';
import { restoreDropped } from './restore.ts';
import { SchemaError } from './SchemaError.tsx';

/** Open while there is a field to delete. */
export function DeleteFieldDialog({
  table,
  field,
  onClose,
}: {
  table: Table;
  field: Field | null;
  onClose: () => void;
}) {
  const { t } = useTranslation(['tables', 'common']);
  const errorText = useErrorText();
  const { busy, error, run, clear } = useSending();
  const close = (): void => {
    clear();
    onClose();
  };
  const confirm = (force = false): void => {
    if (field === null) return;
    void run(async () => {
      await drop(table, field.id, force);
      notifyUndoable(t('delete.done', { name: field.name }), t('delete.undo'), () => {
        restoreDropped(table, field.id).catch((failure: unknown) =>
          notifyFailed(`${t('delete.undoFailed')}: ${errorText(asApiError(failure))}`),
        );
      });
      onClose();
    });
  };
  return (
    <Dialog opened={field !== null} onClose={close} title={t('delete.title')}>
      <Stack>
        <Text>{t('delete.text', { name: field?.name ?? '' })}</Text>
        {error && (
          <SchemaError
            error={error}
            title={t('delete.failed')}
            network={t('delete.network')}
            projectId={table.projectId}
            onForce={() => confirm(true)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {t('common:cancel')}
          </Button>
          <Button color="red" loading={busy} onClick={() => confirm()}>
            {t('delete.confirm')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
