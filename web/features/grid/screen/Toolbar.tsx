import type { Table } from '@hzm/contracts/features/tables/table';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconFileImport,
  IconHistory,
  IconKeyboard,
  IconPlus,
  IconSearch,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { askFor } from '../../../state/commands.ts';
import { PresenceAvatars } from './PresenceAvatars.tsx';
import classes from './DataScreen.module.css';

interface Props {
  /** The button that adds a row. */
  ref: Ref<HTMLButtonElement>;
  table: Table;
  adding: boolean;
  /** Absent for who only reads. */
  onAdd: (() => void) | undefined;
  hasHistory: boolean;
  /** Absent where no grid is shown. */
  onFind: (() => void) | undefined;
  /** Takes the last change back or makes it again; absent for who only reads. */
  onTurn: ((way: 'undo' | 'redo') => void) | undefined;
  /** The control that chooses columns. */
  views: ReactNode;
  filters: ReactNode;
  columns: ReactNode;
  children: ReactNode;
}

/** The same address with a table's history beside it. */
const toHistory =
  (tableId: string) =>
  (search: Record<string, unknown>): Record<string, unknown> => ({ ...search, history: tableId });

const turns = [
  { way: 'undo', keys: 'Ctrl+Z', Icon: IconArrowBackUp },
  { way: 'redo', keys: 'Ctrl+Y', Icon: IconArrowForwardUp },
] as const;

export function Toolbar({
  ref,
  table,
  adding,
  onAdd,
  hasHistory,
  onFind,
  onTurn,
  views,
  filters,
  columns,
  children,
}: Props) {
  const { t } = useTranslation(['grid', 'common']);
  return (
    <div className={classes.toolbar}>
      <h2 className={classes.heading} dir="auto">
        {table.name}
      </h2>
      {views}
      {filters}
      {children}
      <PresenceAvatars tableId={table.id} />
      {onTurn &&
        turns.map(({ way, keys, Icon }) => (
          <ActionIcon
            key={way}
            variant="default"
            size="lg"
            aria-label={t(`shortcuts.${way}`)}
            title={t('withKeys', { what: t(`shortcuts.${way}`), keys })}
            onClick={() => onTurn(way)}
          >
            <Icon size={17} aria-hidden />
          </ActionIcon>
        ))}
      {onFind && (
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('find.label')}
          title={t('withKeys', { what: t('find.label'), keys: 'Ctrl+F' })}
          onClick={onFind}
        >
          <IconSearch size={17} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        className={classes.keyboard}
        variant="default"
        size="lg"
        aria-label={t('common:commands.shortcuts')}
        title={t('withKeys', { what: t('common:commands.shortcuts'), keys: '?' })}
        onClick={() => askFor('shortcuts')}
      >
        <IconKeyboard size={17} aria-hidden />
      </ActionIcon>
      {columns}
      <Tooltip label={t('files')}>
        <ActionIcon
          className={classes.elsewhere}
          variant="default"
          size="lg"
          aria-label={t('files')}
          component={Link}
          to={`/projects/${table.projectId}/files`}
          search={{ table: table.id } as never}
        >
          <IconFileImport size={17} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {hasHistory && (
        <Tooltip label={t('tableHistory')}>
          <ActionIcon
            className={classes.elsewhere}
            variant="default"
            size="lg"
            aria-label={t('tableHistory')}
            component={Link}
            to={'.'}
            search={toHistory(table.id) as never}
            state={before => ({ ...before, over: true })}
            resetScroll={false}
          >
            <IconHistory size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {onAdd && (
        <Button
          ref={ref}
          className={classes.add}
          size="sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-expanded={adding}
          onClick={onAdd}
        >
          {t('addRow')}
        </Button>
      )}
    </div>
  );
}
