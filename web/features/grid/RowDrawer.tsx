import { memberOf } from '@hzm/contracts/core/json';
import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from './fields/date-text.ts';
import type { Words } from './fields/kind.ts';
import { DrawerField } from './DrawerField.tsx';
import { nowOf } from './edits.ts';
import { draw } from './model/draw.ts';
import type { GridSession } from './session.ts';
import { RowHistory } from './RowHistory.tsx';
import type { Grid } from './state.ts';

interface Props {
  table: Table;
  fields: readonly Field[];
  rowId: string | undefined;
  grid: Grid;
  session: GridSession;
  words: Words;
  onClose: () => void;
  onDelete: (rowId: string) => void;
}

/** One row with all its fields, live, and what happened to it. */
export function RowDrawer({ table, fields, rowId: wanted, grid, session, words, onClose, onDelete }: Props) {
  const { t } = useTranslation('grid');
  const rowId = wanted === undefined ? undefined : nowOf(grid.table, wanted);
  const row = rowId === undefined ? undefined : grid.table.rows.get(rowId);
  const ops = grid.table.ops.filter(op => op.rowId === rowId);
  const there = row !== undefined || ops.length > 0;
  const removed = rowId !== undefined && grid.table.removed.has(rowId);
  return (
    <Drawer opened={rowId !== undefined} onClose={onClose} position="right" size="md" title={t('rowOf', { table: table.name })}>
      {rowId !== undefined && !there && <Text role="status">{t(removed ? 'rowGone' : 'rowsLoading')}</Text>}
      {rowId !== undefined && there && (
        <Stack gap="md">
          {fields.map(field => (
            <DrawerField key={`${rowId} ${field.id}`} rowId={rowId} field={field} drawn={draw(rowId, row, ops)} by={memberOf(grid.table.touched.get(rowId), field.name)} session={session} words={words} />
          ))}
          {row && <Text size="sm" c="dimmed">{t('rowTimes', { created: formatMoment(row.created_at, words.language), updated: formatMoment(row.updated_at, words.language) })}</Text>}
          <Group><Button variant="light" color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => onDelete(rowId)}>{t('deleteRow')}</Button></Group>
          {row && <RowHistory key={rowId} tableId={table.id} row={row} words={words} />}
        </Stack>
      )}
    </Drawer>
  );
}
