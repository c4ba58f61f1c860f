import { Button } from '@mantine/core';
import type { Table } from '@hzm/contracts/features/tables/table';
import { IconFilterOff, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './DataScreen.module.css';
import type { View } from './model/view.ts';
import { People } from './People.tsx';

interface Props {
  table: Table;
  view: View;
  adding: boolean;
  onAdd: () => void;
  onView: (view: View) => void;
  children: ReactNode;
}

export function Toolbar({ table, view, adding, onAdd, onView, children }: Props) {
  const { t } = useTranslation('grid');
  const filters = Object.keys(view.filters).length;
  return (
    <div className={classes.toolbar}>
      <h2 className={classes.heading}>{table.name}</h2>
      {children}
      <People tableId={table.id} />
      {filters > 0 && <Button size="sm" variant="default" leftSection={<IconFilterOff size={16} aria-hidden />} onClick={() => onView({ ...view, filters: {}, page: 1 })}>{t('clearFilters')}</Button>}
      <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} aria-expanded={adding} onClick={onAdd}>{t('addRow')}</Button>
    </div>
  );
}
