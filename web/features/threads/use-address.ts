import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useAddressStep } from '../../ui/use-history-step.ts';
import { readThreads, type ThreadsSearch } from './threads-search.ts';

type Change = { readonly [Member in keyof ThreadsSearch]?: ThreadsSearch[Member] | undefined };

export interface ThreadsAddress {
  readonly search: ThreadsSearch;
  /** Lists something else; takes the place of the entry. */
  readonly list: (change: Change) => void;
  /** Opens a thread, at a message if one is named: a step of the browser's history, unless another one is open already. */
  readonly show: (thread: string, message?: string) => void;
  readonly close: () => void;
  readonly askNew: () => void;
  readonly closeNew: () => void;
}

/** The address of a project's threads: which are listed, and what is open. */
export function useAddress(): ThreadsAddress {
  const said = JSON.stringify(readThreads(useSearch({ strict: false })));
  const navigate = useNavigate();
  const step = useAddressStep();
  return useMemo(() => {
    const search = JSON.parse(said) as ThreadsSearch;
    const list = (change: Change): void => void navigate({ to: '.', search: ((before: object) => ({ ...before, ...change })) as never, replace: true, state: before => before, resetScroll: false });
    return {
      search, list,
      show: (thread, message) => { if (search.thread === undefined) step.open(before => ({ ...before, thread, message })); else list({ thread, message }); },
      close: () => step.close(before => ({ ...before, thread: undefined, message: undefined })),
      askNew: () => step.open(before => ({ ...before, new: true })),
      closeNew: () => step.close(before => ({ ...before, new: undefined })),
    };
  }, [said, navigate, step]);
}
