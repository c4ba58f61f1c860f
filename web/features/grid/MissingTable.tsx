import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { NotHere } from '../../ui/NotHere.tsx';

/** The address names a table that the project does not have. */
export function MissingTable() {
  const { t } = useTranslation('common');
  return (
    <NotHere title={t('missing.table')} text={t('missing.tableText')}>
      <Button component={Link} to="." search={{} as never}>{t('missing.toTables')}</Button>
    </NotHere>
  );
}

/** The address sorts or filters by a field that the table does not have. */
export function MissingField({ name, table }: { name: string; table: string }) {
  const { t } = useTranslation('common');
  return (
    <NotHere title={t('missing.field')} text={t('missing.fieldText', { name })}>
      <Button component={Link} to="." search={{ table } as never}>{t('missing.toAllRows')}</Button>
    </NotHere>
  );
}
