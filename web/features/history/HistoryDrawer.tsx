import type { Table } from '@hzm/contracts/features/tables/table';
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../ui/Overlay.tsx';
import { HistoryList } from './HistoryList.tsx';

interface Props {
  projectId: string;
  /** Undefined while loading. */
  tables: readonly Table[] | undefined;
  /** The table; undefined while closed. */
  tableId: string | undefined;
  onClose: () => void;
}

/** A table's history beside any screen. */
export function HistoryDrawer({ projectId, tables, tableId, onClose }: Props) {
  const { t } = useTranslation(['history', 'in-project']);
  const table = tables?.find(({ id }) => id === tableId);
  return (
    <Sheet
      opened={tables !== undefined && tableId !== undefined}
      onClose={onClose}
      size="lg"
      title={table ? t('ofTable', { table: table.name }) : t('in-project:missing.table')}
    >
      <Anchor component={Link} to={`/projects/${projectId}/history` as '/projects'} size="sm">
        {t('wholeHistory')}
      </Anchor>
      {!table && (
        <Text mt="sm" role="status">
          {t('in-project:missing.tableText')}
        </Text>
      )}
      {table && tables && (
        <HistoryList projectId={projectId} tables={tables} filters={{ table: table.id }} />
      )}
    </Sheet>
  );
}
