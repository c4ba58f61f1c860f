import { createFileRoute } from '@tanstack/react-router';
import { ApiTestScreen } from '../../features/api-test/ApiTestScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';

export const Route = createFileRoute('/_signed-in/api-test')({
  validateSearch: (search: Record<string, unknown>): { call?: string; project?: string } => ({
    ...(typeof search['call'] === 'string' ? { call: search['call'] } : {}),
    ...(typeof search['project'] === 'string' ? { project: search['project'] } : {}),
  }),
  loader: () => loadTexts('api-test'),
  component: ApiTestRoute,
});

function ApiTestRoute() {
  const { call, project } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ApiTestScreen
      key={project}
      project={project}
      call={call}
      onCall={chosen =>
        void navigate({
          search: before => ({ ...before, call: chosen }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
