import { projectHistory } from '@hzm/contracts/features/history/api';
import type { HistoryEntry } from '@hzm/contracts/features/history/history';
import { bulkRows } from '@hzm/contracts/features/rows/api';
import { ROWS_PER_EVENT } from '@hzm/contracts/features/rows/events';
import { Button } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { rowsOf } from './differences.ts';

/** Returns the position before another. */
const before = (position: string): string =>
  String(BigInt(position) - 1n).padStart(position.length, '0');

/** Returns all rows of an event, also those that the list omits. */
async function rowIdsOf(projectId: string, entry: HistoryEntry): Promise<readonly string[]> {
  const { rows, more } = rowsOf(entry);
  if (more === 0) return rows.map(({ id }) => id);
  const { data } = await send(projectHistory, {
    params: { projectId },
    query: {
      after: before(entry.position),
      limit: 1,
      rows: ROWS_PER_EVENT,
      table: entry.data?.['tableId'] as string,
    },
  });
  return data.events.flatMap(whole => rowsOf(whole).rows.map(({ id }) => id));
}

export function BringBack({
  projectId,
  entry,
  onDone,
}: {
  projectId: string;
  entry: HistoryEntry;
  onDone: () => void;
}) {
  const { t } = useTranslation('history');
  const { busy, error, run } = useSending();
  const [done, setDone] = useState(false);
  const { tableId, rowId, count } = entry.data ?? {};
  const many = entry.type === 'rows-removed' && typeof count === 'number' ? count : 1;
  const bringBack = (): void =>
    void run(async () => {
      const restores =
        typeof rowId === 'string' ? [rowId] : [...(await rowIdsOf(projectId, entry))];
      await send(bulkRows, { params: { tableId: tableId as string }, body: { restores } });
      setDone(true);
      notifyDone(t('bringBackDone', { count: many }));
      onDone();
    });
  return (
    <>
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<IconRestore size={15} aria-hidden />}
        loading={busy}
        disabled={done}
        onClick={bringBack}
      >
        {t('bringBack', { count: many })}
      </Button>
      {error && <ErrorNotice error={error} title={t('bringBackFailed')} />}
    </>
  );
}
