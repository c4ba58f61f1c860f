import type { RowsAction } from '@hzm/contracts/features/custom-endpoints/definition';
import { MAX_SORT_KEYS } from '@hzm/contracts/features/rows/row';
import type { Table } from '@hzm/contracts/features/tables/table';
import { ActionIcon, Button, NativeSelect, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { fieldOptions, replaced } from '../../lib/conditions.ts';
import classes from './query.module.css';

type Sort = RowsAction['sort'];

interface Props {
  table: Table;
  sort: Sort;
  /** Path of the list, for its errors. */
  path: string;
  faultOf: (path: string) => string | undefined;
  onChange: (sort: Sort) => void;
}

/** Order of rows by one field after the other. */
export function SortFields({ table, sort, path, faultOf, onChange }: Props) {
  const { t } = useTranslation('endpoints');
  return (
    <div>
      <Text size="sm" fw={500}>
        {t('rows.sort')}
      </Text>
      <ul className={classes.lines}>
        {sort.map((one, i) => (
          <li key={i} className={classes.line}>
            <NativeSelect
              aria-label={t('rows.sortField', { place: i + 1 })}
              value={one.field}
              error={faultOf(`${path}.${i}.field`)}
              data={fieldOptions(table, one.field, ['created_at', 'updated_at'])}
              onChange={event =>
                onChange(replaced(sort, i, { ...one, field: event.currentTarget.value }))
              }
            />
            <NativeSelect
              aria-label={t('rows.sortOrder', { place: i + 1 })}
              value={one.order}
              data={(['asc', 'desc'] as const).map(value => ({ value, label: t(`rows.${value}`) }))}
              onChange={event =>
                onChange(replaced(sort, i, { ...one, order: event.currentTarget.value as 'asc' }))
              }
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('rows.sortRemove', { place: i + 1 })}
              onClick={() => onChange(replaced(sort, i, undefined))}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {sort.length < MAX_SORT_KEYS && (
        <Button
          mt="xs"
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onChange([...sort, { field: 'created_at', order: 'desc' }])}
        >
          {t('rows.sortAdd')}
        </Button>
      )}
    </div>
  );
}
