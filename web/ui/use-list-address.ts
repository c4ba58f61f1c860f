import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useAddressStep } from './use-history-step.ts';

type Change<Search> = { readonly [Member in keyof Search]?: Search[Member] | undefined };

export interface ListAddress<Search> {
  readonly search: Search;
  /** Changes the list, replacing the history entry. */
  readonly list: (change: Change<Search>) => void;
  /** Opens an item as a history entry, or in the current entry if `isOpen`. */
  readonly open: (change: Change<Search>, isOpen: boolean) => void;
  /** Closes the open item, which these members name. */
  readonly close: (...members: readonly (keyof Search & string)[]) => void;
  readonly askNew: () => void;
  readonly closeNew: () => void;
}

/**
 * Search parameters of a list with an item opened beside it. @param read parses the search
 * parameters
 */
export function useListAddress<Search extends object>(
  read: (search: { readonly [name: string]: unknown }) => Search,
): ListAddress<Search> {
  const said = JSON.stringify(read(useSearch({ strict: false })));
  const navigate = useNavigate();
  const step = useAddressStep();
  return useMemo(() => {
    const list = (change: Change<Search>): void =>
      void navigate({
        to: '.',
        search: ((before: object) => ({ ...before, ...change })) as never,
        replace: true,
        state: before => before,
        resetScroll: false,
      });
    const close = (...members: readonly string[]): void =>
      step.close(before => ({
        ...before,
        ...Object.fromEntries(members.map(member => [member, undefined])),
      }));
    return {
      search: JSON.parse(said) as Search,
      list,
      close,
      open: (change, isOpen) => {
        if (isOpen) list(change);
        else step.open(before => ({ ...before, ...change }));
      },
      askNew: () => step.open(before => ({ ...before, new: true })),
      closeNew: () => close('new'),
    };
  }, [said, navigate, step]);
}
