import { ActionIcon, Button, Indicator, Popover, Stack } from '@mantine/core';
import type { Field } from '@hzm/contracts/features/tables/table';
import { IconColumns3 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Filter.module.css';
import { isArranged, ordered, unarranged, withHidden } from './model/columns.ts';
import type { Columns } from './use-columns.ts';

interface Props {
  projectId: string;
  tableId: string;
  fields: readonly Field[];
  columns: Columns;
  say: (text: string) => void;
}

/** Which columns this person sees; the way back to how the table has them, and to the fields themselves. */
export function ColumnsButton({ projectId, tableId, fields, columns: { shown, arrangement, arrange }, say }: Props) {
  const { t } = useTranslation('grid');
  const [open, setOpen] = useState(false);
  const hidden = fields.length - shown.length;
  const label = hidden === 0 ? t('columns.title') : t('columns.titleHidden', { count: hidden });
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={280} shadow="md" trapFocus returnFocus>
      <Indicator disabled={hidden === 0} label={hidden} size={17} offset={3}>
        <Popover.Target>
          <ActionIcon variant="default" size="lg" aria-label={label} title={label} aria-expanded={open} onClick={() => setOpen(now => !now)}><IconColumns3 size={17} aria-hidden /></ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown>
        {open && (
          <Stack gap="xs">
            <ul className={classes.values} aria-label={t('columns.shown')}>
              {ordered(fields, arrangement.order).map(({ id, name }) => {
                const isShown = shown.some(({ field }) => field.id === id);
                return (
                  <li key={id}>
                    <label>
                      <input type="checkbox" checked={isShown} disabled={isShown && shown.length === 1} onChange={() => arrange(withHidden(arrangement, id, isShown))} />
                      <span title={name}>{name}</span>
                    </label>
                  </li>
                );
              })}
            </ul>
            <Button size="xs" variant="default" disabled={!isArranged(arrangement)} onClick={() => { arrange(unarranged); say(t('columns.said.reset')); }}>{t('columns.reset')}</Button>
            <Button size="xs" variant="subtle" component={Link} to={`/projects/${projectId}` as '/projects'} search={{ table: tableId } as never}>{t('toTables')}</Button>
          </Stack>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
