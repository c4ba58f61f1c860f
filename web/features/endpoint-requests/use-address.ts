import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useAddressStep } from '../../ui/use-history-step.ts';
import { readInbox, type InboxSearch } from './inbox-search.ts';

type Change = { readonly [Member in keyof InboxSearch]?: InboxSearch[Member] | undefined };

export interface InboxAddress {
  readonly search: InboxSearch;
  /** Lists something else; takes the place of the entry. */
  readonly list: (change: Change) => void;
  /** Opens a request: a step of the browser's history, unless another one is open already. */
  readonly show: (id: string) => void;
  readonly close: () => void;
  readonly askNew: () => void;
  readonly closeNew: () => void;
}

/** The inbox's address: what is listed, and what is open. */
export function useAddress(): InboxAddress {
  const said = JSON.stringify(readInbox(useSearch({ strict: false })));
  const navigate = useNavigate();
  const step = useAddressStep();
  return useMemo(() => {
    const search = JSON.parse(said) as InboxSearch;
    const list = (change: Change): void => void navigate({ to: '.', search: ((before: object) => ({ ...before, ...change })) as never, replace: true, state: before => before, resetScroll: false });
    return {
      search, list,
      show: id => { if (search.request === undefined) step.open(before => ({ ...before, request: id })); else list({ request: id }); },
      close: () => step.close(before => ({ ...before, request: undefined })),
      askNew: () => step.open(before => ({ ...before, new: true })),
      closeNew: () => step.close(before => ({ ...before, new: undefined })),
    };
  }, [said, navigate, step]);
}
