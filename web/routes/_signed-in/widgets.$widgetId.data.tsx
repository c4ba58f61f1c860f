import { createFileRoute } from '@tanstack/react-router';
import { WidgetDataScreen } from '../../features/widgets/WidgetDataScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';

export const Route = createFileRoute('/_signed-in/widgets/$widgetId/data')({
  loader: () => loadTexts('projects', 'widgets'),
  component: WidgetDataRoute,
});

function WidgetDataRoute() {
  const { widgetId } = Route.useParams();
  return <WidgetDataScreen key={widgetId} widgetId={widgetId} />;
}
