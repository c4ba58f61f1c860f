import type { Comparison } from '@hzm/contracts/features/transfers/transfer';
import { SegmentedControl, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { ComparedItem } from './ComparedItem.tsx';
import classes from './Transfer.module.css';

const filters = ['all', 'same', 'different'] as const;
type Filter = (typeof filters)[number];

interface Props {
  comparison: Comparison;
  liveProjectId: string;
  fresh: ReadonlySet<string>;
  chosen: ReadonlySet<string>;
  /** Absent if the reader may only read. */
  onChoose: ((id: string, isChosen: boolean) => void) | undefined;
  /** Checkbox for all. */
  all: ReactNode;
}

/** Tables of both sides, filtered by state. */
export function ComparedTables({
  comparison: { tables, widgets, liveOnly },
  liveProjectId,
  fresh,
  chosen,
  onChoose,
  all,
}: Props) {
  const { t } = useTranslation('transfer');
  const [filter, setFilter] = useState<Filter>('all');
  const of: Readonly<Record<Filter, typeof tables>> = {
    all: tables,
    same: tables.filter(({ state }) => state === 'same'),
    different: tables.filter(({ state }) => state !== 'same'),
  };
  const shown = of[filter];
  const showsLive = filter === 'all' && liveOnly.length > 0;
  return (
    <>
      <TableFilter filter={filter} setFilter={setFilter} of={of} all={all} />
      {tables.length === 0 && (
        <Text size="sm" py="md">
          {t('empty')}
        </Text>
      )}
      {tables.length > 0 && of.different.length === 0 && (
        <Text size="sm" mb="sm" fw={600}>
          {t(widgets.every(({ state }) => state === 'same') ? 'allSame' : 'tablesSame')}
        </Text>
      )}
      {tables.length > 0 && shown.length === 0 && (
        <Text size="sm" py="md" c="dimmed">
          {t('nothingFits')}
        </Text>
      )}
      {shown.length > 0 && (
        <ul className={classes.list} aria-label={t('tables')}>
          {shown.map(table => (
            <ComparedItem
              key={table.id}
              table={table}
              liveProjectId={liveProjectId}
              isFresh={fresh.has(table.id)}
              isChosen={chosen.has(table.id) && table.state !== 'same'}
              onChoose={
                table.state === 'same' || !onChoose
                  ? undefined
                  : isChosen => onChoose(table.id, isChosen)
              }
            />
          ))}
        </ul>
      )}
      {showsLive && <LiveOnly liveOnly={liveOnly} />}
    </>
  );
}

function TableFilter({
  filter,
  setFilter,
  of,
  all,
}: {
  filter: 'all' | 'same' | 'different';
  setFilter: (value: 'all' | 'same' | 'different') => void;
  of: Readonly<Record<Filter, Comparison['tables']>>;
  all: ReactNode;
}) {
  const { t } = useTranslation('transfer');
  const language = useLanguage();
  return (
    <div className={classes.filters}>
      <SegmentedControl
        size="sm"
        aria-label={t('filter')}
        value={filter}
        onChange={next => setFilter(next)}
        data={filters.map(value => ({
          value,
          label: t(value, { formatted: formatNumber(of[value].length, language) }),
        }))}
      />
      {all}
    </div>
  );
}

function LiveOnly({ liveOnly }: { liveOnly: { id: string; name: string }[] }) {
  const { t } = useTranslation('transfer');
  return (
    <section className={classes.liveOnly} aria-label={t('liveOnly')}>
      <Text size="sm" fw={600}>
        {t('liveOnly')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('untouched')}
      </Text>
      <ul className={classes.names}>
        {liveOnly.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </section>
  );
}
