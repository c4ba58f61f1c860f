import { Suspense } from 'react';
import { part } from '../../ui/part.ts';
import { useCalm } from '../../ui/use-calm.ts';

const Bell = part(async () => (await import('./Bell.tsx')).Bell, 'notifications', 'requests');

/** Placeholder of the bell's size, so that nothing moves. */
const place = <span style={{ width: 34, height: 34 }} />;

/** Loads the bell when the network is idle. */
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
