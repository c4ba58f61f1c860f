import { useMemo } from 'react';
import { useListAddress, type ListAddress } from '../../ui/use-list-address.ts';
import { readThreads, type ThreadsSearch } from './threads-search.ts';

export interface ThreadsAddress extends Pick<
  ListAddress<ThreadsSearch>,
  'search' | 'list' | 'askNew' | 'closeNew'
> {
  /**
   * Opens a thread, at a message if one is named: a step of the browser's history, unless another
   * one is open already.
   */
  readonly show: (thread: string, message?: string) => void;
  readonly close: () => void;
}

/** The address of a project's threads: which are listed, and what is open. */
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
