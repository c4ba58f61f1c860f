import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useAddressStep } from './use-history-step.ts';

type Change<Search> = { readonly [Member in keyof Search]?: Search[Member] | undefined };

export interface ListAddress<Search> {
  readonly search: Search;
  /** Lists something else; takes the place of the entry. */
  readonly list: (change: Change<Search>) => void;
  /**
   * Opens one of the list: a step of the browser's history, unless another one `isOpen` already.
   */
  readonly open: (change: Change<Search>, isOpen: boolean) => void;
  /** Goes back from what is open, which these members name. */
  readonly close: (...members: readonly (keyof Search & string)[]) => void;
  readonly askNew: () => void;
  readonly closeNew: () => void;
}

/**
 * The address of a list beside which one of it opens. @param read makes sense of search parameters
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
