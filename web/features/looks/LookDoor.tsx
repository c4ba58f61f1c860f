import { Suspense } from 'react';
import { useAtomValue } from '../../state/jotai.ts';
import { looksAtom } from '../../state/session.ts';
import { useSession } from '../../state/use-session.ts';
import { part } from '../../ui/part.ts';

const LookBanner = part(async () => (await import('./LookBanner.tsx')).LookBanner, 'looks');

export function LookDoor() {
  const { look } = useSession();
  const looks = useAtomValue(looksAtom);
  return (
    (look !== undefined || looks.length > 0) && (
      <Suspense fallback={null}>
        <LookBanner looks={looks} />
      </Suspense>
    )
  );
}
