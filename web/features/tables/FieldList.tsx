import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/error-text.ts';
import { notifyFailed } from '../../ui/notify.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { place } from './api.ts';
import { DeleteFieldDialog } from './DeleteFieldDialog.tsx';
import { EditFieldForm } from './EditFieldForm.tsx';
import { FieldItem } from './FieldItem.tsx';
import { landingAt } from './use-drop-target.ts';
import classes from './FieldList.module.css';

/** Visible fields in order, sortable by dragging or by two buttons. */
export function FieldList({
  table,
  fields,
  shapes,
}: {
  table: Table;
  fields: readonly Field[];
  shapes: boolean;
}) {
  const { t } = useTranslation('tables');
  const [editing, setEditing] = useState<Field | null>(null);
  const [deleting, setDeleting] = useState<Field | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const { list, told, put, step } = useMoves(table, fields);
  const drop = (to: number): void => {
    const field = fields.find(({ id }) => id === dragged);
    setDragged(null);
    if (field) put(field, to);
  };
  return (
    <>
      <ul ref={list} className={classes.list} aria-label={t('fields.list')}>
        {fields.map((field, at) => (
          <FieldItem
            key={field.id}
            table={table}
            field={field}
            shapes={shapes}
            first={at === 0}
            last={at === fields.length - 1}
            target={landingAt(fields, dragged, at)}
            onStep={by => step(field, at, by)}
            onDrag={id => setDragged(id)}
            onDrop={() => drop(at)}
            onEdit={() => setEditing(field)}
            onDelete={() => setDeleting(field)}
          />
        ))}
      </ul>
      <VisuallyHidden role="status">{told}</VisuallyHidden>
      <EditFieldDialog table={table} field={editing} onClose={() => setEditing(null)} />
      <DeleteFieldDialog table={table} field={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

/** Moves fields, says where they are, and keeps the focus at a field that is moved by its buttons. */
function useMoves(table: Table, fields: readonly Field[]) {
  const { t } = useTranslation('tables');
  const errorText = useErrorText();
  const [told, setTold] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const refocus = useRef<{ id: string; by: number } | null>(null);

  // A moved element loses the focus: restores it to the button, or to its neighbour at the end of
  // the list.
  useEffect(() => {
    if (refocus.current === null) return;
    const { id, by } = refocus.current;
    refocus.current = null;
    const buttons =
      list.current?.querySelectorAll<HTMLButtonElement>(`[data-field="${id}"] [data-move]`) ?? [];
    const [up, down] = buttons;
    const [wanted, other] = by < 0 ? [up, down] : [down, up];
    (wanted?.disabled ? other : wanted)?.focus();
  }, [fields]);

  const put = (field: Field, to: number): void => {
    if (to < 0 || to >= fields.length || fields[to] === field) return;
    setTold(t('fields.moved', { name: field.name, position: to + 1 }));
    place(table, field.id, to).catch((error: unknown) =>
      notifyFailed(`${t('fields.moveFailed')}: ${errorText(error)}`),
    );
  };
  const step = (field: Field, from: number, by: number): void => {
    refocus.current = { id: field.id, by };
    put(field, from + by);
  };
  return { list, told, put, step };
}

/** Open while there is a field to edit. */
function EditFieldDialog({
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
