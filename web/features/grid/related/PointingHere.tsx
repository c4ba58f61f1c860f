import type { Language } from '@hzm/contracts/core/language';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePointingFields } from './pointing-fields.ts';
import { PointingList } from './PointingList.tsx';
import { usePointing } from './use-pointing.ts';

/** The rows of other tables that point to a row. */
export function PointingHere({
  table,
  rowId,
  language,
}: {
  table: Table;
  rowId: string;
  language: Language;
}) {
  const { t } = useTranslation('grid');
  const fields = usePointingFields(table);
  const { pointing, failed } = usePointing(fields, [rowId]);
  if (pointing?.length === 0) return null;
  return (
    <Stack gap={4} role="group" aria-label={t('related.pointingHere')}>
      <Text size="sm" fw={600}>
        {t('related.pointingHere')}
      </Text>
      {pointing ? (
        <PointingList
          projectId={table.projectId}
          rowId={rowId}
          pointing={pointing}
          language={language}
        />
      ) : (
        <Text size="sm" c="dimmed" role="status">
          {t(failed ? 'related.failed' : 'related.reading')}
        </Text>
      )}
    </Stack>
  );
}
