import type { Relationship } from '@hzm/contracts/features/tables/relationship';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { notifyDone } from '../../../ui/notify.tsx';
import { Dialog } from '../../../ui/Overlay.tsx';
import { Question } from '../../../ui/Question.tsx';
import { unrelate } from '../api.ts';
import { useEnds } from './use-ends.ts';

interface Props {
  table: Table;
  /** Open while there is one. */
  relationship: Relationship | null;
  onClose: () => void;
}

export function DeleteRelationshipDialog({ table, relationship, onClose }: Props) {
  const { t } = useTranslation('tables');
  return (
    <Dialog opened={relationship !== null} onClose={onClose} title={t('relationships.deleteTitle')}>
      {relationship && (
        <DeleteRelationship table={table} relationship={relationship} onClose={onClose} />
      )}
    </Dialog>
  );
}

function DeleteRelationship({
  table,
  relationship,
  onClose,
}: Props & { relationship: Relationship }) {
  const { t } = useTranslation('tables');
  const { source, table: target } = useEnds(table)(relationship);
  return (
    <Question
      failed={t('relationships.deleteFailed')}
      network={t('relationships.deleteNetwork')}
      confirm={t('relationships.deleteConfirm')}
      onClose={onClose}
      onConfirm={async () => {
        await unrelate(table, relationship);
        notifyDone(t('relationships.deleted'));
        onClose();
      }}
    >
      <Text>{t('relationships.deleteText')}</Text>
      <Text size="sm" c="dimmed">
        {t('relationships.deleteKeeps', {
          field: source ?? '',
          table: target ?? t('relationships.missing'),
        })}
      </Text>
    </Question>
  );
}
