import { Anchor } from '@mantine/core';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../ui/Overlay.tsx';
import { HistoryList } from './HistoryList.tsx';

/** One table's history beside whatever is on the screen; open while there is a table. */
export function HistoryDrawer({ projectId, tables, tableId, onClose }: { projectId: string; tables: readonly Table[]; tableId: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('history');
  const table = tables.find(({ id }) => id === tableId);
  return (
    <Sheet opened={table !== undefined} onClose={onClose} size="lg" title={t('ofTable', { table: table?.name ?? '' })}>
      <Anchor component={Link} to={`/projects/${projectId}/history` as '/projects'} size="sm">{t('wholeHistory')}</Anchor>
      {table && <HistoryList projectId={projectId} tables={tables} filters={{ table: table.id }} />}
    </Sheet>
  );
}
