import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { EditFieldForm } from './EditFieldForm.tsx';

/** Open while there is a field to edit. */
export function EditFieldDialog({ table, field, onClose }: { table: Table; field: Field | null; onClose: () => void }) {
  const { t } = useTranslation('tables');
  return (
    <Modal opened={field !== null} onClose={onClose} title={t('edit.title')} size="lg" centered>
      {field && <EditFieldForm table={table} field={field} onDone={onClose} />}
    </Modal>
  );
}
