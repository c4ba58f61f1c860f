import type { Table } from '@hzm/contracts/features/tables/table';
import { ActionIcon, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconFileImport, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { visibleOf } from './order.ts';
import classes from './TableItem.module.css';

interface Props {
  table: Table;
  current: boolean;
  /** Absent if the reader may not. */
  onHistory: (() => void) | undefined;
  onRename: (() => void) | undefined;
  onDelete: (() => void) | undefined;
}

export function TableItem({ table, current, onHistory, onRename, onDelete }: Props) {
  const { t } = useTranslation('tables');
  const language = useLanguage();
  const { name } = table;
  const fields = visibleOf(table.fields).length;
  const actions = [
    {
      title: t('history.title'),
      label: t('history.open', { name }),
      Icon: IconHistory,
      run: onHistory,
    },
    {
      title: t('rename.title'),
      label: t('rename.open', { name }),
      Icon: IconPencil,
      run: onRename,
    },
    {
      title: t('remove.title'),
      label: t('remove.open', { name }),
      Icon: IconTrash,
      color: 'red',
      run: onDelete,
    },
  ];
  return (
    <li className={classes.item} data-current={current || undefined}>
      <UnstyledButton
        component={Link}
        to="."
        search={((before: object) => ({ ...before, table: table.id })) as never}
        resetScroll={false}
        className={classes.choose}
        aria-current={current}
        activeProps={{ 'aria-current': current }}
      >
        <Text fw={current ? 600 : 500} size="sm" className={classes.name}>
          {name}
        </Text>
        <Text size="xs" className={classes.count}>
          {t('fieldCount', { count: fields, formatted: formatNumber(fields, language) })}
        </Text>
      </UnstyledButton>
      <FilesLink table={table} />
      {actions.map(
        ({ title, label, Icon, color = 'gray', run }) =>
          run && (
            <Tooltip key={title} label={title}>
              <ActionIcon variant="subtle" color={color} aria-label={label} onClick={run}>
                <Icon size={17} aria-hidden />
              </ActionIcon>
            </Tooltip>
          ),
      )}
    </li>
  );
}

/** Import and export of the rows. */
function FilesLink({ table: { id, name, projectId } }: { table: Table }) {
  const { t } = useTranslation('tables');
  return (
    <Tooltip label={t('files.title')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('files.open', { name })}
        component={Link}
        to={`/projects/${projectId}/files`}
        search={{ table: id } as never}
      >
        <IconFileImport size={17} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
