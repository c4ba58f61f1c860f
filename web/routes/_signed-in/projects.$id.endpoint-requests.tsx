import type { Project } from '@hzm/contracts/features/projects/project';
import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { CommunicationScreen } from '../../features/communication/CommunicationScreen.tsx';
import { InboxTab } from '../../features/endpoint-requests/InboxTab.tsx';
import { useRequestCount } from '../../features/endpoint-requests/use-request-count.ts';
import { ProjectGate } from '../../features/projects/ProjectGate.tsx';
import { loadTexts } from '../../lib/i18n.ts';
import { part } from '../../ui/part.ts';

// Read when it is asked for.
const ThreadsTab = part(
  async () => (await import('../../features/threads/ThreadsTab.tsx')).ThreadsTab,
);

export const Route = createFileRoute('/_signed-in/projects/$id/endpoint-requests')({
  // The rest is read by the tab that it is for, when that is there.
  validateSearch: (search: Record<string, unknown>): { tab?: 'chat' } => ({
    ...search,
    tab: search['tab'] === 'chat' ? 'chat' : undefined,
  }),
  loader: () => loadTexts('projects', 'communication', 'requests', 'threads'),
  component: EndpointRequestsRoute,
});

function EndpointRequestsRoute() {
  const { t } = useTranslation('communication');
  const { id } = Route.useParams();
  const standIn = {
    title: t('standIn', { id }),
    reason: (status: number) => t('failed', { status }),
  };
  return (
    <ProjectGate projectId={id} missing={t('missing')} standIn={standIn}>
      {({ project }) => <Communication project={project} />}
    </ProjectGate>
  );
}

/** Mail and chat; each has an address of its own. */
function Communication({ project }: { project: Project }) {
  const { t } = useTranslation('communication');
  const navigate = Route.useNavigate();
  const { tab = 'mail' } = Route.useSearch();
  return (
    <CommunicationScreen
      project={project}
      tab={tab}
      onTab={name =>
        void navigate({ search: name === 'chat' ? { tab: 'chat' } : {}, resetScroll: false })
      }
      tabs={[
        {
          name: 'mail',
          label: t('mail'),
          count: useRequestCount(project.id),
          panel: <InboxTab project={project} />,
        },
        {
          name: 'chat',
          label: t('chat'),
          count: undefined,
          panel: (
            <Suspense>
              <ThreadsTab project={project} />
            </Suspense>
          ),
        },
      ]}
    />
  );
}
