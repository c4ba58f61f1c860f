import type { Table } from '@hzm/contracts/features/tables/table';
import { useTranslation } from 'react-i18next';
import { ConfirmTyped } from '../../ui/ConfirmTyped.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { remove } from './api.ts';
import { SchemaError } from './SchemaError.tsx';

interface Props {
  /** Open while there is one. */
  table: Table | null;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteTableDialog({ table, onClose, onDeleted }: Props) {
  const { t } = useTranslation('tables');
  const { busy, error, run, clear } = useSending();
  const name = table?.name ?? '';
  const close = (): void => {
    clear();
    onClose();
  };
  const confirm = (force = false): void => {
    if (table === null) return;
    void run(async () => {
      await remove(table, force);
      notifyDone(t('remove.done'));
      onClose();
      onDeleted();
    });
  };
  return (
    <ConfirmTyped
      opened={table !== null}
      title={t('remove.title')}
      warning={t('remove.warning')}
      name={name}
      prompt={t('remove.prompt', { name })}
      confirm={t('remove.confirm')}
      busy={busy}
      onConfirm={() => confirm()}
      onClose={close}
    >
      {error && (
        <SchemaError
          error={error}
          title={t('remove.failed')}
          network={t('remove.network')}
          projectId={table?.projectId ?? ''}
          onForce={() => confirm(true)}
        />
      )}
    </ConfirmTyped>
  );
}
