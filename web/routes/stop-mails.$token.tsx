import { createFileRoute } from '@tanstack/react-router';
import { StopMailsScreen } from '../features/accounts/StopMailsScreen.tsx';
import { loadTexts } from '../lib/i18n.ts';

/** For whoever has the link, signed in or not. */
export const Route = createFileRoute('/stop-mails/$token')({
  loader: () => loadTexts('notification-settings', 'forms'),
  component: StopMailsRoute,
});

function StopMailsRoute() {
  const { token } = Route.useParams();
  return <StopMailsScreen key={token} token={token} />;
}
