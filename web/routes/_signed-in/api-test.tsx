import { createFileRoute } from '@tanstack/react-router';
import { ApiTestScreen } from '../../features/api-test/ApiTestScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';

export const Route = createFileRoute('/_signed-in/api-test')({
  validateSearch: ({ call }: { call?: unknown }): { call?: string } =>
    typeof call === 'string' ? { call } : {},
  loader: () => loadTexts('api-test'),
  component: ApiTestRoute,
});

function ApiTestRoute() {
  const { call } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ApiTestScreen
      call={call}
      onCall={chosen =>
        void navigate({ search: { call: chosen }, replace: true, resetScroll: false })
      }
    />
  );
}
