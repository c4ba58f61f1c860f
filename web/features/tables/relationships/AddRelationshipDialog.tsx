import type { Table } from '@hzm/contracts/features/tables/table';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/Overlay.tsx';
import { AddRelationshipForm } from './AddRelationshipForm.tsx';

interface Props {
  table: Table;
  /** The field that it starts from; '' asks for it, null keeps the dialog closed. */
  sourceFieldId: string | null;
  onClose: () => void;
}

export function AddRelationshipDialog({ table, sourceFieldId, onClose }: Props) {
  const { t } = useTranslation('tables');
  return (
    <Dialog
      opened={sourceFieldId !== null}
      onClose={onClose}
      title={t('relationships.addTitle')}
      size="lg"
    >
      {sourceFieldId !== null && (
        <AddRelationshipForm table={table} sourceFieldId={sourceFieldId} onDone={onClose} />
      )}
    </Dialog>
  );
}
