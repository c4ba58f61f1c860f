import { useMemo } from 'react';
import { useListAddress, type ListAddress } from '../../ui/use-list-address.ts';
import { readInbox, type InboxSearch } from './inbox-search.ts';

export interface InboxAddress extends Pick<
  ListAddress<InboxSearch>,
  'search' | 'list' | 'askNew' | 'closeNew'
> {
  /** Opens a request as a history entry, or in the current entry if another one is open. */
  readonly show: (id: string) => void;
  readonly close: () => void;
}

export function useAddress(): InboxAddress {
  const address = useListAddress(readInbox);
  return useMemo(
    () => ({
      ...address,
      show: (id: string) => address.open({ request: id }, address.search.request !== undefined),
      close: () => address.close('request'),
    }),
    [address],
  );
}
