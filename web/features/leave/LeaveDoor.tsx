import { Suspense, useEffect, useState } from 'react';
import { dialogAtom } from '../../state/commands.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { sessionEndAtom } from '../../state/session.ts';
import { part } from '../../ui/part.ts';
import { useCalm } from '../../ui/use-calm.ts';

const LeaveDialog = part(async () => (await import('./LeaveDialog.tsx')).LeaveDialog, 'leave');
const EndNote = part(async () => (await import('./EndNote.tsx')).EndNote, 'leave');

/**
 * Sign-out dialog and note of an ended session. Preloads `LeaveDialog` when idle, because work is
 * mostly unsent when the server is unreachable.
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
