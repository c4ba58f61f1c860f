import type { Status } from '@hzm/contracts/core/status';

const listeners = new Set<(status: Status) => void>();

export const statusCame = (status: Status): void => listeners.forEach(listener => listener(status));

/**
 * Calls the listener with each status while the topic `admin` is watched. @returns an unsubscribe
 * function
 */
export function onStatus(listener: (status: Status) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
