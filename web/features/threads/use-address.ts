import { useMemo } from 'react';
import { useListAddress, type ListAddress } from '../../ui/use-list-address.ts';
import { readThreads, type ThreadsSearch } from './threads-search.ts';

export interface ThreadsAddress extends Pick<
  ListAddress<ThreadsSearch>,
  'search' | 'list' | 'askNew' | 'closeNew'
> {
  /**
   * Opens a thread, optionally at a message, as a history entry, or in the current entry if another
   * thread is open.
   */
  readonly show: (thread: string, message?: string) => void;
  readonly close: () => void;
}

/** Address of a project's threads: the list and the open thread. */
export function useAddress(): ThreadsAddress {
  const address = useListAddress(readThreads);
  return useMemo(
    () => ({
      ...address,
      show: (thread: string, message?: string) =>
        address.open({ thread, message }, address.search.thread !== undefined),
      close: () => address.close('thread', 'message'),
    }),
    [address],
  );
}
