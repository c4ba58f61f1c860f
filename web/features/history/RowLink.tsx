import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './History.module.css';

interface Props {
  projectId: string;
  tableId: string;
  rowId: string;
  /** Its first text; may be empty. */
  name: string;
}

/** Link to a row by its name; a deleted row can be restored there. */
export function RowLink({ projectId, tableId, rowId, name }: Props) {
  const { t } = useTranslation('history');
  return (
    <Anchor
      component={Link}
      to="/projects/$id/data"
      params={{ id: projectId } as never}
      search={{ table: tableId, row: rowId } as never}
      inherit
      underline="always"
      className={classes.row}
    >
      {name === '' ? t('unnamedRow') : `“${name}”`}
    </Anchor>
  );
}
