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
      <Tooltip label={t('files.title')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('files.open', { name })}
          component={Link}
          to={`/projects/${table.projectId}/files`}
          search={{ table: table.id } as never}
        >
          <IconFileImport size={17} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {onHistory && (
        <Tooltip label={t('history.title')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('history.open', { name })}
            onClick={onHistory}
          >
            <IconHistory size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {onRename && (
        <Tooltip label={t('rename.title')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('rename.open', { name })}
            onClick={onRename}
          >
            <IconPencil size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {onDelete && (
        <Tooltip label={t('remove.title')}>
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={t('remove.open', { name })}
            onClick={onDelete}
          >
            <IconTrash size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}
