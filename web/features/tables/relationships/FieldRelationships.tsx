import type { Relationship } from '@hzm/contracts/features/tables/relationship';
import type { Table } from '@hzm/contracts/features/tables/table';
import { useState } from 'react';
import { AddRelationshipDialog } from './AddRelationshipDialog.tsx';
import { DeleteRelationshipDialog } from './DeleteRelationshipDialog.tsx';
import { RelationshipList } from './RelationshipList.tsx';

/** The relationships of a field, live, with the dialogs that add and delete them. */
export function FieldRelationships({ table, fieldId }: { table: Table; fieldId: string }) {
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<Relationship | null>(null);
  const field = table.fields.find(({ id }) => id === fieldId);
  if (!field) return null;
  return (
    // The dialogs have forms of their own: what they submit is not the form around this part.
    <div role="none" onSubmit={event => event.stopPropagation()}>
      <RelationshipList
        table={table}
        field={field}
        onAdd={() => setAdding(true)}
        onDelete={setDeleting}
      />
      <AddRelationshipDialog
        table={table}
        sourceFieldId={adding ? fieldId : null}
        onClose={() => setAdding(false)}
      />
      <DeleteRelationshipDialog
        table={table}
        relationship={deleting}
        onClose={() => setDeleting(null)}
      />
    </div>
  );
}
