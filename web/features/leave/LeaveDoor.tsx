import { lazy, Suspense, useEffect, useState } from 'react';
import { loadTexts } from '../../lib/i18n.ts';
import { dialogAtom } from '../../state/commands.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { useCalm } from '../../ui/use-calm.ts';

const load = async () => {
  const [{ LeaveDialog }] = await Promise.all([import('./LeaveDialog.tsx'), loadTexts('leave')]);
  return { default: LeaveDialog };
};
const Dialog = lazy(load);

/** Loads `LeaveDialog` when the screen is still, not only when it is needed: things are unsent mostly because the server cannot be reached. */
export function LeaveDoor() {
  const opened = useAtomValue(dialogAtom) === 'leave';
  const [known, setKnown] = useState(opened);
  if (opened && !known) setKnown(true);
  const isCalm = useCalm();
  useEffect(() => { if (isCalm) void load().catch(() => undefined); }, [isCalm]);
  return <Suspense fallback={null}>{known && <Dialog opened={opened} />}</Suspense>;
}
