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
  const view =
    visible.length === 0 ? (
      <Button
        size="sm"
        variant="default"
        disabled
        leftSection={<IconTable size={17} aria-hidden />}
      >
        {t('fields.view')}
      </Button>
    ) : (
      <Button
        size="sm"
        variant="default"
        component={Link}
        to="/projects/$id/data"
        params={{ id: table.projectId } as never}
        search={{ table: table.id } as never}
        leftSection={<IconTable size={17} aria-hidden />}
      >
        {t('fields.view')}
      </Button>
    );
  const actions = (
    <Group gap="xs">
      {view}
      {shapes && visible.length > 0 && (
        <Button
          size="sm"
          variant="default"
          leftSection={<IconLink size={17} aria-hidden />}
          onClick={() => setRelating(true)}
        >
          {t('relationships.add')}
        </Button>
      )}
      {shapes && (
        <Button
          size="sm"
          aria-expanded={adding}
          leftSection={<IconPlus size={17} aria-hidden />}
          onClick={toggle}
        >
          {t('add.open')}
        </Button>
      )}
    </Group>
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
