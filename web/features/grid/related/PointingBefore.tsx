import type { Language } from '@hzm/contracts/core/language';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format.ts';
import { usePointingFields } from './pointing-fields.ts';
import { PointingList } from './PointingList.tsx';
import { usePointing, type Pointing } from './use-pointing.ts';

const countOf = (pointing: readonly Pointing[]): number =>
  pointing.reduce((sum, { count }) => sum + count, 0);

/**
 * Tells before a deletion which rows point to what is deleted: those that stand in its way, else
 * those that go along. @param onBlocked told whether the deletion would be refused
 */
export function PointingBefore({
  table,
  rowIds,
  language,
  onBlocked,
}: {
  table: Table;
  rowIds: readonly string[];
  language: Language;
  onBlocked: (isBlocked: boolean) => void;
}) {
  const { t } = useTranslation('grid');
  const fields = usePointingFields(table);
  const { pointing, failed } = usePointing(fields, rowIds);
  const along = (pointing ?? []).filter(one => one.relationship.cascadeDelete);
  const blocking = (pointing ?? []).filter(one => !one.relationship.cascadeDelete);
  const isBlocked = blocking.length > 0;
  useEffect(() => {
    onBlocked(isBlocked);
    return () => onBlocked(false);
  }, [isBlocked, onBlocked]);
  if (!pointing)
    return (
      <Text size="sm" c="dimmed" role="status">
        {t(failed ? 'related.countFailed' : 'related.counting')}
      </Text>
    );
  const told = [
    { kind: 'blocks', rows: blocking, color: 'yellow' },
    { kind: 'goes', rows: along, color: 'red' },
  ] as const;
  return told
    .filter(({ rows, kind }) => rows.length > 0 && (kind === 'blocks') === isBlocked)
    .map(({ kind, rows, color }) => {
      const count = countOf(rows);
      return (
        <Alert
          key={kind}
          color={color}
          role="alert"
          icon={<IconAlertTriangle size={20} aria-hidden />}
          title={t(`related.${kind}`, { count, formatted: formatNumber(count, language) })}
        >
          <Stack gap="xs">
            <PointingList
              projectId={table.projectId}
              rowId={rowIds.length === 1 ? rowIds[0] : undefined}
              pointing={rows}
              language={language}
            />
            <Text size="sm">{t(`related.${kind}Text`)}</Text>
          </Stack>
        </Alert>
      );
    });
}
