import type { Field } from '@hzm/contracts/features/tables/table';
import { Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isArranged, ordered, unarranged, withHidden } from '../model/columns.ts';
import type { Columns } from './use-columns.ts';
import classes from '../filters/Filter.module.css';

export interface ColumnsListProps {
  projectId: string;
  tableId: string;
  fields: readonly Field[];
  columns: Columns;
  say: (text: string) => void;
}

/**
 * Which columns this person sees; the way back to how the table has them, and to the fields
 * themselves. Read when it is first opened.
 */
export function ColumnsList({
  projectId,
  tableId,
  fields,
  columns: { shown, arrangement, arrange },
  say,
}: ColumnsListProps) {
  const { t } = useTranslation('grid');
  return (
    <Stack gap="xs">
      <ul className={classes.values} aria-label={t('columns.shown')}>
        {ordered(fields, arrangement.order).map(({ id, name }) => {
          const isShown = shown.some(({ field }) => field.id === id);
          return (
            <li key={id}>
              <label>
                <input
                  type="checkbox"
                  checked={isShown}
                  disabled={isShown && shown.length === 1}
                  onChange={() => arrange(withHidden(arrangement, id, isShown))}
                />
                <span title={name} dir="auto">
                  {name}
                </span>
              </label>
            </li>
          );
        })}
      </ul>
      <Button
        size="xs"
        variant="default"
        disabled={!isArranged(arrangement)}
        onClick={() => {
          arrange(unarranged);
          say(t('columns.said.reset'));
        }}
      >
        {t('columns.reset')}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        component={Link}
        to={`/projects/${projectId}` as '/projects'}
        search={{ table: tableId } as never}
      >
        {t('toTables')}
      </Button>
    </Stack>
  );
}
