import { useMemo } from 'react';
import { useListAddress, type ListAddress } from '../../ui/use-list-address.ts';
import { readInbox, type InboxSearch } from './inbox-search.ts';

export interface InboxAddress extends Pick<
  ListAddress<InboxSearch>,
  'search' | 'list' | 'askNew' | 'closeNew'
> {
  /** Opens a request: a step of the browser's history, unless another one is open already. */
  readonly show: (id: string) => void;
  readonly close: () => void;
}

/** The inbox's address: what is listed, and what is open. */
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
