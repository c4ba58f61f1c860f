import type { AnswerOf } from '@hzm/contracts/core/call';
import { restoreRow, rowHistory } from '@hzm/contracts/features/rows/api';
import { Button } from '@mantine/core';
import { IconHistory, IconRestore } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError, type ApiError } from '../../../lib/api-error.ts';
import { send } from '../../../lib/http.ts';
import { formatMoment } from '../../../lib/values/date-text.ts';
import type { Words } from '../../../lib/values/value-text.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { useSending } from '../../../ui/use-sending.ts';
import type { Row } from '../model/row.ts';
import classes from './RowForm.module.css';

type Version = AnswerOf<typeof rowHistory>['versions'][number];

/** A row's history, newest first; any version can be restored by a new change. */
export function RowHistory({
  tableId,
  row,
  words: { language },
  writes,
}: {
  tableId: string;
  row: Row;
  words: Words;
  writes: boolean;
}) {
  const { t } = useTranslation('grid');
  const shown = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  const [versions, setVersions] = useState<readonly Version[]>([]);
  const [next, setNext] = useState<string>();
  const [failure, setFailure] = useState<ApiError | null>(null);
  const { busy, error, run } = useSending();
  useEffect(() => {
    if (!open) return undefined;
    const gone = new AbortController();
    send(rowHistory, { params: { tableId, rowId: row.id } }, { signal: gone.signal }).then(
      ({ data }) => {
        setVersions(data.versions.toReversed());
        setNext(data.nextCursor);
        setFailure(null);
      },
      (reason: unknown) => {
        if (!gone.signal.aborted) setFailure(asApiError(reason));
      },
    );
    return () => gone.abort();
  }, [open, tableId, row.id, row._version]);
  const older = async (): Promise<void> => {
    const { data } = await send(rowHistory, {
      params: { tableId, rowId: row.id },
      query: { before: next },
    });
    setVersions(now => [...now, ...data.versions.toReversed()]);
    setNext(data.nextCursor);
  };
  const isRead = versions.length > 0 || failure !== null;
  // It begins below the fields, mostly out of sight.
  useEffect(() => {
    if (!isRead) return;
    shown.current?.focus({ preventScroll: true });
    shown.current?.scrollIntoView({ block: 'start' });
  }, [isRead]);
  if (!open)
    return (
      <Button
        variant="default"
        leftSection={<IconHistory size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('history.show')}
      </Button>
    );
  return (
    <section ref={shown} aria-label={t('history.title')} className={classes.history} tabIndex={-1}>
      <h3>{t('history.title')}</h3>
      {(failure ?? error) && (
        <ErrorNotice error={(failure ?? error)!} title={t('history.failed')} />
      )}
      <ol>
        {versions.map(({ version, position, actor, at, summary }) => (
          <li key={position}>
            <p>{summary}</p>
            <small>{t('history.by', { who: actor.name, when: formatMoment(at, language) })}</small>
            {writes && version !== row._version && (
              <Button
                size="compact-sm"
                variant="light"
                leftSection={<IconRestore size={14} aria-hidden />}
                disabled={busy}
                aria-label={t('history.restoreOf', { version })}
                onClick={() =>
                  void run(async () => {
                    await send(restoreRow, {
                      params: { tableId, rowId: row.id },
                      body: { version },
                    });
                  })
                }
              >
                {t('history.restore')}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {next !== undefined && (
        <Button size="compact-sm" variant="default" disabled={busy} onClick={() => void run(older)}>
          {t('history.older')}
        </Button>
      )}
    </section>
  );
}
