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

export function TablePanel({ projectId, isOwn, tables, current, onSelect, onHistory }: Props) {
  const { t } = useTranslation('tables');
  const { user } = useSession();
  const [renaming, setRenaming] = useState<Table | null>(null);
  const [deleting, setDeleting] = useState<Table | null>(null);
  const project = useProject(projectId).data?.project;
  const may = useMay(projectId);
  const shapes = may('project:write');
  const hasHistory = may('past:read');
  useCommands({
    title: t('panel'),
    commands:
      current === undefined
        ? []
        : [
            ...(hasHistory
              ? [
                  {
                    id: 'table-history',
                    label: t('history.open', { name: current.name }),
                    run: () => onHistory(current.id),
                  },
                ]
              : []),
            ...(shapes
              ? [
                  {
                    id: 'rename-table',
                    label: t('rename.open', { name: current.name }),
                    run: () => setRenaming(current),
                  },
                  {
                    id: 'delete-table',
                    label: t('remove.open', { name: current.name }),
                    run: () => setDeleting(current),
                  },
                ]
              : []),
          ],
  });
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
              onHistory={hasHistory ? () => onHistory(table.id) : undefined}
              onRename={shapes ? () => setRenaming(table) : undefined}
              onDelete={shapes ? () => setDeleting(table) : undefined}
            />
          ))}
        </ul>
      )}
      {shapes && (
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
      )}
      {shapes &&
        (isOwn && isFull(tables.length, user.maxTables) ? (
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
        ))}
      {shapes && project && (
        <Suspense>
          <Templates project={project} tables={tables} />
        </Suspense>
      )}
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
