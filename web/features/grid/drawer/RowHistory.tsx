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
  const [open, setOpen] = useState(false);
  return open ? (
    <Versions tableId={tableId} row={row} language={language} writes={writes} />
  ) : (
    <Button
      variant="default"
      leftSection={<IconHistory size={16} aria-hidden />}
      onClick={() => setOpen(true)}
    >
      {t('history.show')}
    </Button>
  );
}

/** The versions that were read, newest first; a change of the row reads them again. */
function useVersions(tableId: string, { id: rowId, _version }: Row) {
  const [versions, setVersions] = useState<readonly Version[]>([]);
  const [next, setNext] = useState<string>();
  const [failure, setFailure] = useState<ApiError | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    send(rowHistory, { params: { tableId, rowId } }, { signal: gone.signal }).then(
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
  }, [tableId, rowId, _version]);
  const readOlder = async (): Promise<void> => {
    const { data } = await send(rowHistory, {
      params: { tableId, rowId },
      query: { before: next },
    });
    setVersions(now => [...now, ...data.versions.toReversed()]);
    setNext(data.nextCursor);
  };
  return { versions, failure, hasOlder: next !== undefined, readOlder };
}

function Versions({
  tableId,
  row,
  language,
  writes,
}: {
  tableId: string;
  row: Row;
  language: Words['language'];
  writes: boolean;
}) {
  const { t } = useTranslation('grid');
  const shown = useRef<HTMLElement>(null);
  const { versions, failure, hasOlder, readOlder } = useVersions(tableId, row);
  const { busy, error, run } = useSending();
  const isRead = versions.length > 0 || failure !== null;
  // It begins below the fields, mostly out of sight.
  useEffect(() => {
    if (!isRead) return;
    shown.current?.focus({ preventScroll: true });
    shown.current?.scrollIntoView({ block: 'start' });
  }, [isRead]);
  const restore = (version: number): Promise<void> =>
    run(async () => {
      await send(restoreRow, { params: { tableId, rowId: row.id }, body: { version } });
    });
  const wrong = failure ?? error;
  return (
    <section ref={shown} aria-label={t('history.title')} className={classes.history} tabIndex={-1}>
      <h3>{t('history.title')}</h3>
      {wrong && <ErrorNotice error={wrong} title={t('history.failed')} />}
      <ol>
        {versions.map(one => (
          <VersionItem
            key={one.position}
            version={one}
            language={language}
            busy={busy}
            onRestore={
              writes && one.version !== row._version ? () => void restore(one.version) : undefined
            }
          />
        ))}
      </ol>
      {hasOlder && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={busy}
          onClick={() => void run(readOlder)}
        >
          {t('history.older')}
        </Button>
      )}
    </section>
  );
}

function VersionItem({
  version: { version, actor, at, summary },
  language,
  busy,
  onRestore,
}: {
  version: Version;
  language: Words['language'];
  busy: boolean;
  onRestore: (() => void) | undefined;
}) {
  const { t } = useTranslation('grid');
  return (
    <li>
      <p>{summary}</p>
      <small>{t('history.by', { who: actor.name, when: formatMoment(at, language) })}</small>
      {onRestore && (
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconRestore size={14} aria-hidden />}
          disabled={busy}
          aria-label={t('history.restoreOf', { version })}
          onClick={onRestore}
        >
          {t('history.restore')}
        </Button>
      )}
    </li>
  );
}
