import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { BackLink } from '../../ui/BackLink.tsx';
import { Page } from '../../ui/Page.tsx';
import type { LogView } from './log-view.ts';
import { LogFilters } from './LogFilters.tsx';
import { Monitoring } from './Monitoring.tsx';

const route = getRouteApi('/_signed-in/database-logs');

/** The request log of the whole installation, for administrators. */
export function InstallationLogs() {
  const { t } = useTranslation('monitoring');
  const view = route.useSearch();
  const navigate = route.useNavigate();
  const show = (next: LogView): void =>
    void navigate({ search: next, replace: true, resetScroll: false });
  return (
    <Page
      title={t('installation')}
      subtitle={t('installationLead')}
      back={<BackLink to="/dashboard" label={t('back')} />}
      wide
    >
      <LogFilters view={view} show={show} />
      <Monitoring
        about={{ projectId: view.project, account: view.account }}
        onProject={project => show({ project })}
      />
    </Page>
  );
}
