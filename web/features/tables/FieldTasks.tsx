import type { Table } from '@hzm/contracts/features/tables/table';
import { useTranslation } from 'react-i18next';
import type { FieldTask } from '../../ui/field-task.ts';
import { Dialog } from '../../ui/Overlay.tsx';
import { DeleteFieldDialog } from './DeleteFieldDialog.tsx';
import { EditFieldForm } from './EditFieldForm.tsx';
import { NewFieldForm } from './NewFieldForm.tsx';
import { QuickField } from './QuickField.tsx';

/** Dialogs for tasks on a table's fields that another screen requests. */
export function FieldTasks({
  table,
  task,
  onClose,
}: {
  table: Table;
  task: FieldTask | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('tables');
  const field =
    task !== null && task.kind !== 'add'
      ? table.fields.find(({ id }) => id === task.fieldId)
      : undefined;
  return (
    <>
      {task?.kind === 'add' && task.opener && (
        <QuickField table={table} task={task} opener={task.opener} onClose={onClose} />
      )}
      <Dialog
        opened={task?.kind === 'add' && !task.opener}
        onClose={onClose}
        title={t('add.title')}
        size="lg"
      >
        {task?.kind === 'add' && !task.opener && (
          <NewFieldForm table={table} task={task} onDone={onClose} />
        )}
      </Dialog>
      <Dialog
        opened={task?.kind === 'edit' && field !== undefined}
        onClose={onClose}
        title={t('edit.title')}
        size="lg"
      >
        {task?.kind === 'edit' && field && (
          <EditFieldForm table={table} field={field} part={task.part} onDone={onClose} />
        )}
      </Dialog>
      <DeleteFieldDialog
        table={table}
        field={task?.kind === 'delete' ? (field ?? null) : null}
        onClose={onClose}
      />
    </>
  );
}
