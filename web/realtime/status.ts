import type { Status } from '@hzm/contracts/core/status';

const listeners = new Set<(status: Status) => void>();

export const statusCame = (status: Status): void => listeners.forEach(listener => listener(status));

/** Calls with every status that comes while the topic `admin` is watched. Returns how to stop. */
export function onStatus(listener: (status: Status) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
