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
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../../lib/list-text.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { askFor } from '../../../state/commands.ts';
import { ColumnsButton } from '../columns/ColumnsButton.tsx';
import { FilterBar } from '../filters/FilterBar.tsx';
import { LookButton } from '../look/LookButton.tsx';
import { useOthers } from '../sync/use-presence.ts';
import { ViewsButton } from '../views/ViewsButton.tsx';
import { StatusLine } from './StatusLine.tsx';
import type { TableScreen } from './use-table-screen.ts';
import classes from './DataScreen.module.css';

interface Props {
  screen: TableScreen;
}

export function Toolbar({ screen }: Props) {
  const { t } = useTranslation(['grid', 'common']);
  const { table, grid, adding, writes } = screen;
  return (
    <div className={classes.toolbar}>
      <h2 className={classes.heading} dir="auto" title={table.name}>
        {table.name}
      </h2>
      <ViewControls screen={screen} />
      <StatusLine
        activity={grid.activity}
        fields={screen.fields}
        said={screen.said}
        ops={grid.table.ops}
      />
      <PresenceAvatars tableId={table.id} />
      {writes && <Turns onTurn={way => screen.handle.current?.turn(way)} />}
      {screen.find && (
        <Tool label={t('find.label')} keys="Ctrl+F" onClick={screen.find}>
          <IconSearch size={17} aria-hidden />
        </Tool>
      )}
      <Tool
        className={classes.keyboard}
        label={t('common:commands.shortcuts')}
        keys="?"
        onClick={() => askFor('shortcuts')}
      >
        <IconKeyboard size={17} aria-hidden />
      </Tool>
      <FormControls screen={screen} />
      <FilesLink table={table} />
      {screen.may('past:read') && <HistoryLink table={table} />}
      {writes && (
        <Button
          ref={adding.above}
          className={classes.add}
          size="sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-expanded={adding.place === 'above'}
          onClick={() => adding.begin('above')}
        >
          {t('addRow')}
        </Button>
      )}
    </div>
  );
}

/** The controls that choose a saved view and filters. */
function ViewControls({ screen }: Props) {
  const { table, fields, view, onView } = screen;
  return (
    <>
      <ViewsButton
        tableId={table.id}
        fields={table.fields}
        saved={screen.saved}
        view={view}
        onView={onView}
        columns={screen.columns}
        shares={screen.writes}
      />
      <FilterBar
        tableId={table.id}
        fields={fields}
        words={screen.words}
        view={view}
        onView={onView}
      />
    </>
  );
}

/** The controls that choose how rows look, and the columns. */
function FormControls({ screen }: Props) {
  const { table, fields, view, onView } = screen;
  return (
    <>
      <LookButton
        tableId={table.id}
        fields={fields}
        words={screen.words}
        view={view}
        onView={onView}
        onGallery={screen.layout.isInOrder ? screen.chooseGallery : undefined}
        isOneScroll={screen.isOneScroll}
        onOneScroll={screen.layout.isInOrder ? screen.setOneScroll : undefined}
      />
      <ColumnsButton
        projectId={table.projectId}
        tableId={table.id}
        fields={fields}
        columns={screen.columns}
        say={screen.say}
      />
    </>
  );
}

interface ToolProps {
  label: string;
  keys: string;
  className?: string | undefined;
  onClick: () => void;
  children: ReactNode;
}

function Tool({ label, keys, className, onClick, children }: ToolProps) {
  const { t } = useTranslation('grid');
  return (
    <ActionIcon
      className={className}
      variant="default"
      size="lg"
      aria-label={label}
      title={t('withKeys', { what: label, keys })}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}

const turns = [
  { way: 'undo', keys: 'Ctrl+Z', Icon: IconArrowBackUp },
  { way: 'redo', keys: 'Ctrl+Y', Icon: IconArrowForwardUp },
] as const;

/** The buttons that take the last change back or make it again. */
function Turns({ onTurn }: { onTurn: (way: 'undo' | 'redo') => void }) {
  const { t } = useTranslation('grid');
  return turns.map(({ way, keys, Icon }) => (
    <Tool key={way} label={t(`shortcuts.${way}`)} keys={keys} onClick={() => onTurn(way)}>
      <Icon size={17} aria-hidden />
    </Tool>
  ));
}

interface ElsewhereProps extends Pick<LinkProps, 'to' | 'state' | 'resetScroll'> {
  label: string;
  search: unknown;
  children: ReactNode;
}

/** A tool that leads to another screen. */
function Elsewhere({ label, search, children, ...link }: ElsewhereProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        className={classes.elsewhere}
        variant="default"
        size="lg"
        aria-label={label}
        component={Link}
        search={search as never}
        {...link}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

function FilesLink({ table }: { table: Table }) {
  const { t } = useTranslation('grid');
  return (
    <Elsewhere
      label={t('files')}
      to={`/projects/${table.projectId}/files` as '/projects'}
      search={{ table: table.id }}
    >
      <IconFileImport size={17} aria-hidden />
    </Elsewhere>
  );
}

/** Opens the table's history beside the same address. */
function HistoryLink({ table }: { table: Table }) {
  const { t } = useTranslation('grid');
  const search = (rest: Record<string, unknown>) => ({ ...rest, history: table.id });
  return (
    <Elsewhere
      label={t('tableHistory')}
      to="."
      search={search}
      state={before => ({ ...before, over: true })}
      resetScroll={false}
    >
      <IconHistory size={17} aria-hidden />
    </Elsewhere>
  );
}

/** More are counted, not shown. */
const SHOWN = 4;

/** The other people who view this table. */
function PresenceAvatars({ tableId }: { tableId: string }) {
  const { t } = useTranslation('grid');
  const language = useLanguage();
  const others = useOthers(tableId);
  if (others.length === 0) return null;
  const names = formatList(new Set(others.map(({ name }) => name)), language);
  return (
    <div
      className={classes.people}
      role="group"
      aria-label={t('presence.here', { names })}
      title={names}
      data-testid="people"
    >
      {others.slice(0, SHOWN).map(({ id, name, color }) => (
        <span key={id} aria-hidden style={{ borderColor: color }}>
          {name.slice(0, 1).toLocaleUpperCase(language)}
        </span>
      ))}
      {others.length > SHOWN && <small aria-hidden>+{others.length - SHOWN}</small>}
    </div>
  );
}
