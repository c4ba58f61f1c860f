import { createFileRoute } from '@tanstack/react-router';
import { ResetPasswordScreen } from '../features/accounts/ResetPasswordScreen.tsx';
import { loadTexts } from '../lib/i18n.ts';

/** For whoever has the link, signed in or not. */
export const Route = createFileRoute('/reset-password/$token')({
  loader: () => loadTexts('forms'),
  component: ResetRoute,
});

function ResetRoute() {
  const { token } = Route.useParams();
  return <ResetPasswordScreen key={token} token={token} />;
}
