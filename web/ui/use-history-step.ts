import { useRouter, type HistoryState, type RouterHistory } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent, useId, useMemo } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Ids of what is open over this history entry, latest last. */
    steps?: readonly string[];
    /** Whether the previous entry is the same place without what is open here. */
    over?: boolean;
  }
}

let stepsBack = 0;
/** Goes back, combining calls of the same turn. */
function goBack(history: RouterHistory): void {
  stepsBack += 1;
  if (stepsBack === 1)
    setTimeout(() => {
      history.go(-stepsBack);
      stepsBack = 0;
    });
}

let openings = 0;

const stepsOf = ({ steps = [] }: HistoryState): readonly string[] => steps;

/** Makes an open element a history entry: Back closes it, and closing it goes back. */
export function useHistoryStep(opened: boolean, onClose: () => void): void {
  const router = useRouter();
  const owner = useId();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!opened) return undefined;
    const { history } = router;
    // Distinguishes openings: the deferred check below may run after the element is open again.
    const id = `${owner}${(openings += 1)}`;
    void router.navigate({
      to: '.',
      search: true,
      hash: true,
      state: before => ({ ...before, steps: [...stepsOf(before), id] }),
      resetScroll: false,
    });
    const stop = history.subscribe(({ location, action: { type } }) => {
      if (type !== 'PUSH' && type !== 'REPLACE' && !stepsOf(location.state).includes(id)) close();
    });
    return () => {
      stop();
      // Deferred, because the closing action may also navigate elsewhere; then the entry is no
      // longer its own.
      setTimeout(() => {
        if (stepsOf(history.location.state).at(-1) === id) goBack(history);
      });
    };
  }, [opened, router, owner]);
}

/**
 * Runs an action after the closing entry has gone back, so that it applies to the previous place.
 */
export function useAfterStep(): (run: () => void) => void {
  const { history } = useRouter();
  return useCallback(
    run => {
      const stop = history.subscribe(({ action: { type } }) => {
        if (type === 'PUSH' || type === 'REPLACE') return;
        stop();
        run();
      });
    },
    [history],
  );
}

type Search = { readonly [name: string]: unknown };

interface AddressStep {
  /** Adds a history entry. */
  readonly open: (search: (before: Search) => Search) => void;
  /** Changes the search parameters in the same entry. */
  readonly change: (search: (before: Search) => Search) => void;
  /** Goes back if the previous entry is the place without it. */
  readonly close: (search: (before: Search) => Search) => void;
}

/** Same for an element whose open state is in the address. */
export function useAddressStep(): AddressStep {
  const router = useRouter();
  const open = useCallback(
    (search: (before: Search) => Search): void => {
      void router.navigate({
        to: '.',
        search: search as never,
        state: before => ({ ...before, over: true }),
        resetScroll: false,
      });
    },
    [router],
  );
  const change = useCallback(
    (search: (before: Search) => Search): void => {
      void router.navigate({
        to: '.',
        search: search as never,
        replace: true,
        state: true,
        resetScroll: false,
      });
    },
    [router],
  );
  const close = useCallback(
    (search: (before: Search) => Search): void => {
      setTimeout(() => {
        if (router.history.location.state.over === true) goBack(router.history);
        else
          void router.navigate({
            to: '.',
            search: search as never,
            replace: true,
            resetScroll: false,
          });
      });
    },
    [router],
  );
  return useMemo(() => ({ open, change, close }), [open, change, close]);
}
