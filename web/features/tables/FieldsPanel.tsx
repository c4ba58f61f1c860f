import type { Table } from '@hzm/contracts/features/tables/table';
import { Button, Collapse, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconColumns3, IconLink, IconPlus, IconTable } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommands } from '../../state/commands.ts';
import { useMay } from '../../state/project.live.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { AddFieldForm } from './AddFieldForm.tsx';
import { FieldList } from './FieldList.tsx';
import { visibleOf } from './order.ts';
import { AddRelationshipDialog } from './relationships/AddRelationshipDialog.tsx';

export function FieldsPanel({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  const navigate = useNavigate();
  const shapes = useMay(table.projectId)('project:write');
  const [adding, { toggle, open }] = useDisclosure(table.fields.length === 0);
  const visible = visibleOf(table.fields);
  const [relating, setRelating] = useState(false);
  useCommands({
    title: t('fields.title', { table: table.name }),
    commands: [
      ...(shapes ? [{ id: 'add-field', label: t('add.open'), run: open }] : []),
      ...(shapes && visible.length > 0
        ? [{ id: 'add-relationship', label: t('relationships.add'), run: () => setRelating(true) }]
        : []),
      ...(visible.length === 0
        ? []
        : [
            {
              id: 'view-data',
              label: t('fields.view'),
              run: () =>
                void navigate({
                  to: '/projects/$id/data',
                  params: { id: table.projectId },
                  search: { table: table.id },
                }),
            },
          ]),
    ],
  });
  const actions = (
    <Actions
      table={table}
      isEmpty={visible.length === 0}
      adding={adding}
      onAdd={shapes ? toggle : undefined}
      onRelate={shapes ? () => setRelating(true) : undefined}
    />
  );
  return (
    <Panel title={t('fields.title', { table: table.name })} aside={actions}>
      <Collapse expanded={adding && shapes} keepMounted={false}>
        <AddFieldForm table={table} />
      </Collapse>
      {visible.length === 0 ? (
        <EmptyState icon={<IconColumns3 size={26} />} text={t('fields.empty')} />
      ) : (
        <FieldList table={table} fields={visible} shapes={shapes} />
      )}
      <AddRelationshipDialog
        table={table}
        sourceFieldId={relating ? '' : null}
        onClose={() => setRelating(false)}
      />
    </Panel>
  );
}

function Actions({
  table,
  isEmpty,
  adding,
  onAdd,
  onRelate,
}: {
  table: Table;
  /** Whether the table has no field yet. */
  isEmpty: boolean;
  adding: boolean;
  /** Absent if the reader may not. */
  onAdd: (() => void) | undefined;
  onRelate: (() => void) | undefined;
}) {
  const { t } = useTranslation('tables');
  const looks = { size: 'sm', variant: 'default' } as const;
  const tableIcon = <IconTable size={17} aria-hidden />;
  return (
    <Group gap="xs">
      {isEmpty ? (
        <Button {...looks} disabled leftSection={tableIcon}>
          {t('fields.view')}
        </Button>
      ) : (
        <Button
          {...looks}
          component={Link}
          to="/projects/$id/data"
          params={{ id: table.projectId } as never}
          search={{ table: table.id } as never}
          leftSection={tableIcon}
        >
          {t('fields.view')}
        </Button>
      )}
      {onRelate && !isEmpty && (
        <Button {...looks} leftSection={<IconLink size={17} aria-hidden />} onClick={onRelate}>
          {t('relationships.add')}
        </Button>
      )}
      {onAdd && (
        <Button
          size="sm"
          aria-expanded={adding}
          leftSection={<IconPlus size={17} aria-hidden />}
          onClick={onAdd}
        >
          {t('add.open')}
        </Button>
      )}
    </Group>
  );
}
