import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { NotHere } from '../../ui/NotHere.tsx';
import { Panel } from '../../ui/Panel.tsx';

export function MissingTable() {
  const { t } = useTranslation(['tables', 'common']);
  return (
    <Panel title={t('fields.list')}>
      <NotHere title={t('common:missing.table')} text={t('common:missing.tableText')}>
        <Button component={Link} to="." search={{} as never}>
          {t('common:missing.toTables')}
        </Button>
      </NotHere>
    </Panel>
  );
}
