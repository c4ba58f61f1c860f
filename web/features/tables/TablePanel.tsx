import { UNLIMITED } from '@hzm/contracts/features/accounts/account';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Anchor, Text } from '@mantine/core';
import { IconTable, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isFull } from '../../lib/plan.ts';
import { useCommands } from '../../state/commands.ts';
import { useMay, useProject } from '../../state/project.live.ts';
import { useSession } from '../../state/use-session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { part } from '../../ui/part.ts';
import { CreateTableForm } from './CreateTableForm.tsx';
import { DeleteTableDialog } from './DeleteTableDialog.tsx';
import { RenameTableDialog } from './RenameTableDialog.tsx';
import { TableItem } from './TableItem.tsx';
import classes from './TablePanel.module.css';

/** Loaded for those who may create tables. */
const Templates = part(
  async () => (await import('./templates/TemplatesOfPanel.tsx')).TemplatesOfPanel,
  'templates',
);

interface Props {
  projectId: string;
  /** Whether the reader's own plan sets the limit. */
  isOwn: boolean;
  tables: readonly Table[];
  current: Table | undefined;
  onSelect: (tableId: string | undefined) => void;
  onHistory: (tableId: string) => void;
}

export function TablePanel(props: Props) {
  const { projectId, isOwn, tables, current, onSelect, onHistory } = props;
  const { t } = useTranslation('tables');
  const { user } = useSession();
  const [renaming, setRenaming] = useState<Table | null>(null);
  const [deleting, setDeleting] = useState<Table | null>(null);
  const may = useMay(projectId);
  const shapes = may('project:write');
  const acts: TableActs = {
    history: may('past:read') ? ({ id }) => onHistory(id) : undefined,
    rename: shapes ? setRenaming : undefined,
    delete: shapes ? setDeleting : undefined,
  };
  useTableCommands(current, acts);
  const used =
    !isOwn || user.maxTables === UNLIMITED ? null : (
      <Text size="sm" c="dimmed">
        {t('limit', { used: tables.length, limit: user.maxTables })}
      </Text>
    );
  return (
    <Panel title={t('panel')} aside={used}>
      {tables.length === 0 ? (
        <EmptyState icon={<IconTable size={26} />} text={t(shapes ? 'empty' : 'emptyForReader')} />
      ) : (
        <ul className={classes.list} aria-label={t('list')}>
          {tables.map(table => (
            <TableItem
              key={table.id}
              table={table}
              current={table === current}
              onHistory={acts.history && (() => acts.history?.(table))}
              onRename={acts.rename && (() => acts.rename?.(table))}
              onDelete={acts.delete && (() => acts.delete?.(table))}
            />
          ))}
        </ul>
      )}
      {shapes && <Shaping {...props} />}
      <RenameTableDialog
        table={renaming}
        names={tables.filter(({ id }) => id !== renaming?.id).map(({ name }) => name)}
        onClose={() => setRenaming(null)}
      />
      <DeleteTableDialog
        table={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={() => onSelect(undefined)}
      />
    </Panel>
  );
}

/** The actions on a table; absent for who may not. */
interface TableActs {
  readonly history: ((table: Table) => void) | undefined;
  readonly rename: ((table: Table) => void) | undefined;
  readonly delete: ((table: Table) => void) | undefined;
}

/** Offers the actions on the selected table as commands. */
function useTableCommands(current: Table | undefined, acts: TableActs): void {
  const { t } = useTranslation('tables');
  const command = (id: string, label: string, act: ((table: Table) => void) | undefined) =>
    current && act ? [{ id, label, run: () => act(current) }] : [];
  const name = current?.name;
  useCommands({
    title: t('panel'),
    commands: [
      ...command('table-history', t('history.open', { name }), acts.history),
      ...command('rename-table', t('rename.open', { name }), acts.rename),
      ...command('delete-table', t('remove.open', { name }), acts.delete),
    ],
  });
}

/** Deleted tables, and the ways to a new one. */
function Shaping({ projectId, isOwn, tables, onSelect }: Props) {
  const { t } = useTranslation('tables');
  const { user } = useSession();
  const project = useProject(projectId).data?.project;
  return (
    <>
      <Anchor
        component={Link}
        to="/projects/$id/bin"
        params={{ id: projectId } as never}
        search={{ kind: 'tables' } as never}
        size="sm"
        className={classes.bin}
      >
        <IconTrash size={16} aria-hidden /> {t('remove.bin')}
      </Anchor>
      {isOwn && isFull(tables.length, user.maxTables) ? (
        <Text size="sm" className={classes.full}>
          {t('create.full', { limit: user.maxTables })}
        </Text>
      ) : (
        <CreateTableForm
          projectId={projectId}
          names={tables.map(({ name }) => name)}
          takesFocus={tables.length === 0 ? 'idle' : undefined}
          onCreated={table => onSelect(table.id)}
        />
      )}
      {project && (
        <Suspense>
          <Templates project={project} tables={tables} />
        </Suspense>
      )}
    </>
  );
}
