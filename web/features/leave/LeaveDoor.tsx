import { Suspense, useEffect, useState } from 'react';
import { dialogAtom } from '../../state/commands.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { sessionEndAtom } from '../../state/session.ts';
import { part } from '../../ui/part.ts';
import { useCalm } from '../../ui/use-calm.ts';

const LeaveDialog = part(async () => (await import('./LeaveDialog.tsx')).LeaveDialog, 'leave');
const EndNote = part(async () => (await import('./EndNote.tsx')).EndNote, 'leave');

/**
 * The dialog before signing out, and the note that a session is over. Loads `LeaveDialog` when the
 * screen is still, not only when it is needed: things are unsent mostly because the server cannot
 * be reached.
 */
export function LeaveDoor() {
  const opened = useAtomValue(dialogAtom) === 'leave';
  const end = useAtomValue(sessionEndAtom);
  const [known, setKnown] = useState(opened);
  if (opened && !known) setKnown(true);
  const isCalm = useCalm();
  useEffect(() => {
    if (isCalm) LeaveDialog.preload();
  }, [isCalm]);
  return (
    <Suspense fallback={null}>
      {known && <LeaveDialog opened={opened} />}
      {end && <EndNote end={end} isOver />}
    </Suspense>
  );
}
