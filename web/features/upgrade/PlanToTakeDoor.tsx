import { Suspense } from 'react';
import { part } from '../../ui/part.ts';
import { useCalm } from '../../ui/use-calm.ts';

const PlanToTake = part(async () => (await import('./PlanToTake.tsx')).PlanToTake);

/** Looks for plans to take when the network is idle. */
export function PlanToTakeDoor() {
  return (
    useCalm() && (
      <Suspense fallback={null}>
        <PlanToTake />
      </Suspense>
    )
  );
}
