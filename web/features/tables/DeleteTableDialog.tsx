import type { Table } from '@hzm/contracts/features/tables/table';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../../lib/api-error.ts';
import { binnedUntil } from '../../lib/binned-until.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { formatDate } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { ConfirmTyped } from '../../ui/ConfirmTyped.tsx';
import { notifyFailed, notifyUndoable } from '../../ui/notify.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { remove } from './api.ts';
import { restore } from './restore.ts';
import { SchemaError } from './SchemaError.tsx';

interface Props {
  /** Open while there is one. */
  table: Table | null;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteTableDialog({ table, onClose, onDeleted }: Props) {
  const { t } = useTranslation('tables');
  const language = useLanguage();
  const errorText = useErrorText();
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
      notifyUndoable(t('remove.done', { name }), t('remove.undo'), () => {
        restore(table).catch((failure: unknown) =>
          notifyFailed(`${t('remove.undoFailed')}: ${errorText(asApiError(failure))}`),
        );
      });
      onClose();
      onDeleted();
    });
  };
  return (
    <ConfirmTyped
      opened={table !== null}
      title={t('remove.title')}
      warning={t('remove.warning', { date: formatDate(binnedUntil(), language) })}
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
