import { Suspense } from 'react';
import { part } from '../../ui/part.ts';
import { useCalm } from '../../ui/use-calm.ts';

const Bell = part(async () => (await import('./Bell.tsx')).Bell, 'notifications', 'requests');

/** As wide as the bell, so that nothing moves when it comes. */
const place = <span style={{ width: 34, height: 34 }} />;

/** The place of the bell, which comes when the screen is there. */
export function BellDoor() {
  const isCalm = useCalm();
  return isCalm ? (
    <Suspense fallback={place}>
      <Bell />
    </Suspense>
  ) : (
    place
  );
}
