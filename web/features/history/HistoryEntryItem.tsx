import type { HistoryEntry } from '@hzm/contracts/features/history/history';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Anchor, Collapse, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language.ts';
import { differencesOf, rowsOf, type Difference, type RowDifferences } from './differences.ts';
import { Differences } from './Differences.tsx';
import { KindIcon } from './KindIcon.tsx';
import { RowLink } from './RowLink.tsx';
import { Summary } from './Summary.tsx';
import classes from './History.module.css';

interface Props {
  projectId: string;
  entry: HistoryEntry;
  /** The entry's table; undefined if it is gone or there is none. */
  table: Table | undefined;
  names: ReadonlyMap<string, string>;
  /** Absent if nothing can be restored or the reader may not. */
  onPutBack?: ((difference: Difference) => void) | undefined;
  /** Absent if no rows were removed or their table is gone. */
  bringBack?: ReactNode;
}

/** One event: sentence, person and time; expands to the differences. */
export function HistoryEntryItem({ projectId, entry, table, names, onPutBack, bringBack }: Props) {
  const { t } = useTranslation('history');
  const language = useLanguage();
  const [opened, { toggle }] = useDisclosure(false);
  const differences = differencesOf(entry);
  const { rows, more } = rowsOf(entry);
  const hasDetails = differences.length > 0 || rows.length > 0;
  const time = new Intl.DateTimeFormat(language === 'tr' ? 'tr-TR' : 'en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).format(new Date(entry.at));
  return (
    <li className={classes.entry} data-type={entry.type}>
      <span className={classes.icon} aria-hidden>
        <KindIcon type={entry.type} />
      </span>
      <div className={classes.said}>
        <Summary
          projectId={projectId}
          entry={entry}
          differences={differences}
          table={table}
          rowName={entry.row?.name || (names.get(entry.row?.id ?? '') ?? '')}
        />
        {entry.endpoint && <ThroughEndpoint projectId={projectId} endpoint={entry.endpoint} />}
        <div className={classes.ways}>
          {bringBack}
          {hasDetails && (
            <UnstyledButton className={classes.toggle} aria-expanded={opened} onClick={toggle}>
              {t('details')}
              <IconChevronDown size={14} aria-hidden data-open={opened || undefined} />
            </UnstyledButton>
          )}
        </div>
        {hasDetails && (
          <EntryDetails
            opened={opened}
            differences={differences}
            table={table}
            onPutBack={onPutBack}
            rows={rows}
            projectId={projectId}
            names={names}
            more={more}
          />
        )}
      </div>
      <time dateTime={entry.at}>{time}</time>
    </li>
  );
}

function EntryDetails({
  opened,
  differences,
  table,
  onPutBack,
  rows,
  projectId,
  names,
  more,
}: {
  opened: boolean;
  differences: readonly Difference[];
  table: Table | undefined;
  onPutBack?: ((difference: Difference) => void) | undefined;
  rows: readonly RowDifferences[];
  projectId: string;
  names: ReadonlyMap<string, string>;
  more: number;
}) {
  const { t } = useTranslation('history');
  return (
    <Collapse expanded={opened} keepMounted={false}>
      {differences.length > 0 && (
        <Differences table={table} differences={differences} onPutBack={onPutBack} />
      )}
      {rows.map(row => (
        <Differences
          key={row.id}
          table={table}
          differences={row.differences}
          caption={
            table && (
              <RowLink
                projectId={projectId}
                tableId={table.id}
                rowId={row.id}
                name={names.get(row.id) ?? ''}
              />
            )
          }
        />
      ))}
      {more > 0 && <p className={classes.more}>{t('moreRows', { count: more })}</p>}
    </Collapse>
  );
}

/** Placeholder of the name in the sentence; no text contains it. */
const NAME = '\u0000';

/** The endpoint through which a change was made, as a link unless it was deleted. */
function ThroughEndpoint({
  projectId,
  endpoint: { id, name },
}: {
  projectId: string;
  endpoint: NonNullable<HistoryEntry['endpoint']>;
}) {
  const { t } = useTranslation('history');
  if (name === '') return <p className={classes.through}>{t('throughGone')}</p>;
  const [before, after] = t('through', { name: NAME }).split(NAME);
  return (
    <p className={classes.through}>
      {before}
      <Anchor
        component={Link}
        to="/projects/$id/endpoints/$endpointId"
        params={{ id: projectId, endpointId: id } as never}
        inherit
        underline="always"
      >{`“${name}”`}</Anchor>
      {after}
    </p>
  );
}
