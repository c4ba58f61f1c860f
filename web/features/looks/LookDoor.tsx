import { lazy, Suspense } from 'react';
import { loadTexts } from '../../lib/i18n.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { looksAtom } from '../../state/session.ts';
import { useSession } from '../../state/use-session.ts';

const LookBanner = lazy(async () => {
  const [{ LookBanner: loaded }] = await Promise.all([import('./LookBanner.tsx'), loadTexts('looks')]);
  return { default: loaded };
});

/** Says that one looks as somebody, or is looked at; loaded when either is so. */
export function LookDoor() {
  const { look } = useSession();
  const looks = useAtomValue(looksAtom);
  return (look !== undefined || looks.length > 0) && <Suspense fallback={null}><LookBanner looks={looks} /></Suspense>;
}
