import { fold } from '@hzm/contracts/core/turkish';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWords } from '../cells/use-words.ts';
import { ValueFilter } from '../filters/ValueFilter.tsx';
import type { View } from '../model/view.ts';
import classes from './DataScreen.module.css';

interface Props {
  tables: readonly Table[];
  table: Table;
  fields: readonly Field[];
  view: View;
  onView: (view: View) => void;
  /** Asks for a new table; absent without the right. */
  onNew: (() => void) | undefined;
}

/** Another table from its beginning; where one came from and how many rows a page has stay. */
const toTable =
  (table: string) =>
  ({ from, limit }: Record<string, unknown>): Record<string, unknown> => ({ table, from, limit });

/** Maximum number of tables without a search on a small screen. */
const MAX_TABLES_WITHOUT_SEARCH = 6;

/** The tables of the project, and a filter by the values of a field. */
export function SidePanel({ tables, table, fields, view, onView, onNew }: Props) {
  const { t } = useTranslation('grid');
  const words = useWords();
  const [wanted, setWanted] = useState('');
  const fitting = tables.filter(({ name }) => fold(name).includes(fold(wanted.trim())));
  return (
    <nav className={classes.side} aria-label={t('tables')}>
      <TextInput
        size="sm"
        type="search"
        className={tables.length > MAX_TABLES_WITHOUT_SEARCH ? undefined : classes.search}
        aria-label={t('tableFilter')}
        placeholder={t('tableFilter')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={wanted}
        onChange={event => setWanted(event.currentTarget.value)}
      />
      <ul className={classes.tables}>
        {fitting.map(({ id, name, fields: all }) => (
          <li key={id}>
            <Link
              to="."
              search={toTable(id) as never}
              resetScroll={false}
              className={classes.table}
              aria-current={id === table.id ? 'true' : undefined}
              activeProps={{ 'aria-current': id === table.id ? 'true' : undefined }}
            >
              <span dir="auto">{name}</span>
              <small>
                {t('fieldCount', { count: all.filter(field => !field.isHidden).length })}
              </small>
            </Link>
          </li>
        ))}
        {fitting.length === 0 && <li className={classes.empty}>{t('noTableFits')}</li>}
      </ul>
      {onNew && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.newTable}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={onNew}
        >
          {t('newTable')}
        </Button>
      )}
      <ValueFilter
        key={table.id}
        tableId={table.id}
        fields={fields}
        words={words}
        view={view}
        onView={onView}
      />
    </nav>
  );
}
