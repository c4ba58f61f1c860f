import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/Page.tsx';
import { AdminOverview } from './AdminOverview.tsx';

export function AdminScreen() {
  const { t } = useTranslation('overview');
  return (
    <Page title={t('panel')} subtitle={t('lead')}>
      <AdminOverview />
    </Page>
  );
}
