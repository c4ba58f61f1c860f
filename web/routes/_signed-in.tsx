import { createFileRoute, redirect } from '@tanstack/react-router';
import { LeaveDoor } from '../features/leave/LeaveDoor.tsx';
import { LookDoor } from '../features/looks/LookDoor.tsx';
import { BellDoor } from '../features/notifications/BellDoor.tsx';
import { PaletteDoor } from '../features/palette/PaletteDoor.tsx';
import { ChatDoor } from '../features/threads/chat/ChatDoor.tsx';
import { PlanToTakeDoor } from '../features/upgrade/PlanToTakeDoor.tsx';
import { loadTexts } from '../lib/i18n.ts';
import { Shell } from '../shell/Shell.tsx';
import { store } from '../state/jotai.ts';
import { missSession, sessionAtom } from '../state/session.ts';
import { Notices } from '../ui/Notices.tsx';

/** For whoever is signed in; the others sign in first and come back. */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: ({ location }) => {
    if (store.get(sessionAtom) !== null) return;
    missSession();
    throw redirect({ to: '/login', search: { redirect: location.href }, replace: true });
  },
  loader: () => loadTexts('translation'),
  component: SignedIn,
});

function SignedIn() {
  return (
    <>
      <Shell bell={<BellDoor />} />
      <LookDoor />
      <ChatDoor />
      <PlanToTakeDoor />
      <PaletteDoor />
      <LeaveDoor />
      <Notices />
    </>
  );
}
