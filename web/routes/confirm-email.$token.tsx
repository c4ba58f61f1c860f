import { createFileRoute } from '@tanstack/react-router';
import { ConfirmEmailScreen } from '../features/accounts/ConfirmEmailScreen.tsx';
import { loadTexts } from '../lib/i18n.ts';

/** For whoever has the link, signed in or not. */
export const Route = createFileRoute('/confirm-email/$token')({
  loader: () => loadTexts('account', 'forms'),
  component: ConfirmRoute,
});

function ConfirmRoute() {
  const { token } = Route.useParams();
  return <ConfirmEmailScreen key={token} token={token} />;
}
