import type { Json } from '@hzm/contracts/core/json';
import type { HistoryEntry } from '@hzm/contracts/features/history/history';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Button } from '@mantine/core';
import { IconArrowUp, IconHistory } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { dayOf } from '../../lib/values/date-text.ts';
import { rowName } from '../../lib/values/row-name.ts';
import type { Words } from '../../lib/values/value-text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { BringBack } from './BringBack.tsx';
import { rowsOf, type RowDifferences } from './differences.ts';
import { Filters } from './Filters.tsx';
import { HistoryEntryItem } from './HistoryEntryItem.tsx';
import { PutBackDialog, type PutBack } from './PutBackDialog.tsx';
import { useHistory, type HistoryFilters } from './use-history.ts';
import { LabelsContext, labelsOf, useValueWords } from './use-value-words.ts';
import classes from './History.module.css';

/** Bounds the tables followed live; events of further ones appear with the next page. */
const MAX_FOLLOWED_TABLES = 100;
const DAY_MS = 86_400_000;

interface Props {
  projectId: string;
  tables: readonly Table[];
  filters: HistoryFilters;
  /** Absent without filters. */
  onFilter?: (filters: HistoryFilters) => void;
}

/** Events by day, newest first. New ones are counted until the reader loads them. */
export function HistoryList({ projectId, tables, filters, onFilter }: Props) {
  const { t } = useTranslation('history');
  const followed =
    filters.table === undefined
      ? tables.slice(0, MAX_FOLLOWED_TABLES).map(({ id }) => id)
      : [filters.table];
  const topics = [`project:${projectId}`, ...followed.map(id => `table:${id}`)].join(' ');
  const { status, error, entries, more, news, reload, older } = useHistory(
    projectId,
    filters,
    topics,
  );
  const [wanted, setWanted] = useState<PutBack | null>(null);
  const further = useSending();
  const names = rowNames(entries, tables, useValueWords());
  const labels = useMemo(() => labelsOf(entries), [entries]);
  return (
    <LabelsContext value={labels}>
      {onFilter && (
        <Filters filters={filters} tables={tables} entries={entries} onFilter={onFilter} />
      )}
      <NewEntries news={news} reload={reload} />
      {status === 'error' && error && (
        <ErrorNotice error={error} title={t('failed')} onRetry={reload} />
      )}
      {status === 'loading' && (
        <Waiting text={t('loading')} heights={[56, 56, 56, 56, 56]} gap={8} />
      )}
      {status === 'ready' && entries.length === 0 && <NoEntries filters={filters} />}
      {byDay(entries).map(({ date, entries: ofDay }) => (
        <DayOfHistory
          key={date}
          date={date}
          ofDay={ofDay}
          tables={tables}
          projectId={projectId}
          names={names}
          setWanted={setWanted}
          reload={reload}
        />
      ))}
      {further.error && <ErrorNotice error={further.error} title={t('failed')} />}
      {more && (
        <Button variant="default" loading={further.busy} onClick={() => void further.run(older)}>
          {t('older')}
        </Button>
      )}
      <PutBackDialog wanted={wanted} onClose={() => setWanted(null)} onDone={reload} />
    </LabelsContext>
  );
}

function NewEntries({ news, reload }: { news: number; reload: () => void }) {
  const { t } = useTranslation('history');
  return (
    <div className={classes.news} role="status">
      {news > 0 && (
        <Button size="sm" leftSection={<IconArrowUp size={16} aria-hidden />} onClick={reload}>
          {t('news', { count: news })}
        </Button>
      )}
    </div>
  );
}

function NoEntries({ filters }: { filters: HistoryFilters }) {
  const { t } = useTranslation('history');
  return (
    <EmptyState
      icon={<IconHistory size={26} />}
      text={
        Object.values(filters).some(value => value !== undefined) ? t('nothingFits') : t('empty')
      }
    />
  );
}

function DayOfHistory({
  date,
  ofDay,
  tables,
  projectId,
  names,
  setWanted,
  reload,
}: {
  date: string;
  ofDay: readonly HistoryEntry[];
  tables: readonly Table[];
  projectId: string;
  names: ReadonlyMap<string, string>;
  setWanted: (value: PutBack | null) => void;
  reload: () => void;
}) {
  const { t } = useTranslation('history');
  return (
    <section className={classes.day}>
      <DayHeading date={date} />
      <ol aria-label={t('list')}>
        {ofDay.map(entry => {
          const table = tables.find(({ id }) => id === entry.data?.['tableId']);
          return (
            <HistoryEntryItem
              key={entry.position}
              projectId={projectId}
              entry={entry}
              table={table}
              names={names}
              onPutBack={putBackOf(entry, table, setWanted)}
              bringBack={
                removedRows(entry, table) && (
                  <BringBack projectId={projectId} entry={entry} onDone={reload} />
                )
              }
            />
          );
        })}
      </ol>
    </section>
  );
}

function DayHeading({ date }: { date: string }) {
  const { t } = useTranslation('history');
  const language = useLanguage();
  const [now] = useState(Date.now);
  const [today, yesterday] = [now, now - DAY_MS].map(at => dayOf(new Date(at)));
  return (
    <h2>
      {date === today
        ? t('today')
        : date === yesterday
          ? t('yesterday')
          : formatDate(`${date}T12:00:00`, language)}
    </h2>
  );
}

/** Whether an event removed rows of an existing table. */
const removedRows = ({ type }: HistoryEntry, table: Table | undefined): boolean =>
  (type === 'row-removed' || type === 'rows-removed') && table !== undefined;

/** Returns a handler that restores earlier values of a changed row, for existing fields. */
function putBackOf(
  { type, data }: HistoryEntry,
  table: Table | undefined,
  ask: (wanted: PutBack) => void,
) {
  const { rowId } = data ?? {};
  if (type !== 'row-changed' || typeof rowId !== 'string' || table === undefined) return undefined;
  return (difference: PutBack['difference']): void => ask({ table, rowId, difference });
}

/** Events of one day in the reader's time zone, newest first. */
interface Day {
  /** As `2026-11-21`. */
  readonly date: string;
  readonly entries: readonly HistoryEntry[];
}

/** @param entries newest first */
function byDay(entries: readonly HistoryEntry[]): readonly Day[] {
  return Object.entries(Object.groupBy(entries, ({ at }) => dayOf(new Date(at)))).map(
    ([date, ofDay]) => ({
      date,
      entries: ofDay ?? [],
    }),
  );
}

/** Returns the names of rows by id from a list of events, newest first, where the newest counts. */
function rowNames(
  entries: readonly HistoryEntry[],
  tables: readonly Table[],
  words: Words,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const called = (id: string, name: string): void => {
    if (name !== '' && !names.has(id)) names.set(id, name);
  };
  for (const entry of entries) {
    if (entry.row) called(entry.row.id, entry.row.name);
    const fields = tables.find(({ id }) => id === entry.data?.['tableId'])?.fields ?? [];
    // An event that changes rows includes only the changed values, which may lack the name.
    const first = fields.find(
      ({ type, isHidden }) => !isHidden && (type === 'string' || type === 'text'),
    )?.name;
    for (const { id, differences } of rowsOf(entry).rows) {
      if (entry.type !== 'rows-changed' || differences.some(({ name }) => name === first))
        called(id, rowName(fields, valuesOf(differences), words));
    }
  }
  return names;
}

const valuesOf = (differences: RowDifferences['differences']): { readonly [field: string]: Json } =>
  Object.fromEntries(differences.map(({ name, before, after }) => [name, after ?? before]));
