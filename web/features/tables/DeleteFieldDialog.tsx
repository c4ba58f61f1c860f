import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { Dialog } from '../../ui/Overlay.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { Question } from '../../ui/Question.tsx';
import { drop } from './api.ts';

/** Open while there is a field to delete. */
export function DeleteFieldDialog({ table, field, onClose }: { table: Table; field: Field | null; onClose: () => void }) {
  const { t } = useTranslation('tables');
  const confirm = async (): Promise<void> => {
    if (field === null) return;
    await drop(table, field.id);
    notifyDone(t('delete.done'));
    onClose();
  };
  return (
    <Dialog opened={field !== null} onClose={onClose} title={t('delete.title')}>
      <Question failed={t('delete.failed')} confirm={t('delete.confirm')} onConfirm={confirm} onClose={onClose}>
        <Text>{t('delete.text', { name: field?.name ?? '' })}</Text>
      </Question>
    </Dialog>
  );
}
