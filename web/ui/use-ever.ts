import { useState } from 'react';

/** Whether something has held since the component was mounted: a part that was asked for stays. */
export function useEver(holds: boolean): boolean {
  const [ever, setEver] = useState(holds);
  if (holds && !ever) setEver(true);
  return ever || holds;
}
