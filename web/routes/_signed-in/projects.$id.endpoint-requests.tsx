import { createFileRoute } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Project } from '@hzm/contracts/features/projects/project';
import { CommunicationScreen } from '../../features/communication/CommunicationScreen.tsx';
import { readInbox } from '../../features/endpoint-requests/inbox-search.ts';
import { useRequestCount } from '../../features/endpoint-requests/use-request-count.ts';
import { InboxTab } from '../../features/endpoint-requests/InboxTab.tsx';
import { ProjectGate } from '../../features/projects/ProjectGate.tsx';
import { loadTexts } from '../../lib/i18n.ts';

export const Route = createFileRoute('/_signed-in/projects/$id/endpoint-requests')({
  validateSearch: readInbox,
  loader: () => loadTexts('projects', 'communication', 'requests'),
  component: EndpointRequestsRoute,
});

function EndpointRequestsRoute() {
  const { t } = useTranslation('communication');
  return <ProjectGate projectId={Route.useParams().id} missing={t('missing')}>{({ project }) => <Communication project={project} />}</ProjectGate>;
}

function Communication({ project }: { project: Project }) {
  const { t } = useTranslation('communication');
  return <CommunicationScreen project={project} tabs={[{ name: 'mail', label: t('mail'), count: useRequestCount(project.id), panel: <InboxTab project={project} /> }]} />;
}
