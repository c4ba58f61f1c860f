import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useProject } from '../../state/project.live.ts';
import { useSession } from '../../state/use-session.ts';
import { NotHere } from '../../ui/NotHere.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { FieldsPanel } from './FieldsPanel.tsx';
import { TablePanel } from './TablePanel.tsx';
import classes from './TablesTab.module.css';

interface Props {
  projectId: string;
  /** The table in the address; the first by default. */
  selected: string | undefined;
  onSelect: (tableId: string | undefined) => void;
  /** Shows a table's history. */
  onHistory: (tableId: string) => void;
}

/** Tables of a project, beside the fields of the selected one. */
export function TablesTab({ projectId, selected, onSelect, onHistory }: Props) {
  const { data } = useProject(projectId);
  const { user } = useSession();
  const tables = data?.tables.docs ?? [];
  const table = selected === undefined ? tables[0] : tables.find(({ id }) => id === selected);
  return (
    <div className={classes.sides} data-empty={tables.length === 0 || undefined}>
      <TablePanel
        projectId={projectId}
        isOwn={data?.project.userId === user.id}
        tables={tables}
        current={table}
        onSelect={onSelect}
        onHistory={onHistory}
      />
      {tables.length > 0 &&
        (table === undefined ? <MissingTable /> : <FieldsPanel key={table.id} table={table} />)}
    </div>
  );
}

function MissingTable() {
  const { t } = useTranslation(['tables', 'in-project']);
  return (
    <Panel title={t('fields.list')}>
      <NotHere title={t('in-project:missing.table')} text={t('in-project:missing.tableText')}>
        <Button component={Link} to="." search={{} as never}>
          {t('in-project:missing.toTables')}
        </Button>
      </NotHere>
    </Panel>
  );
}
