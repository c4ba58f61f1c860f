import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { NotHere } from '../../ui/NotHere.tsx';
import { Panel } from '../../ui/Panel.tsx';

export function MissingTable() {
  const { t } = useTranslation(['tables', 'in-project']);
  return (
    <Panel title={t('fields.list')}>
      <NotHere title={t('in-project:missing.table')} text={t('in-project:missing.tableText')}>
        <Button component={Link} to="." search={{} as never}>
          {t('in-project:missing.toTables')}
        </Button>
      </NotHere>
    </Panel>
  );
}
