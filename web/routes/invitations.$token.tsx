import { createFileRoute } from '@tanstack/react-router';
import { AcceptScreen } from '../features/members/AcceptScreen.tsx';
import { loadTexts } from '../lib/i18n.ts';

/** For everybody: who is not signed in reads what it is about first. */
export const Route = createFileRoute('/invitations/$token')({
  loader: () => loadTexts('members'),
  component: AcceptRoute,
});

function AcceptRoute() {
  const { token } = Route.useParams();
  return <AcceptScreen key={token} token={token} />;
}
