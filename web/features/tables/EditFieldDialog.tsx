import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/Overlay.tsx';
import { EditFieldForm } from './EditFieldForm.tsx';

/** Open while there is a field to edit. */
export function EditFieldDialog({
  table,
  field,
  onClose,
}: {
  table: Table;
  field: Field | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('tables');
  return (
    <Dialog opened={field !== null} onClose={onClose} title={t('edit.title')} size="lg">
      {field && <EditFieldForm table={table} field={field} onDone={onClose} />}
    </Dialog>
  );
}
