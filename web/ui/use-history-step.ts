import { useRouter, type HistoryState, type RouterHistory } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent, useId, useMemo } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What is open over this entry of the browser's history, the latest last. */
    steps?: readonly string[];
    /** The entry below is the same place without what is open here. */
    over?: boolean;
  }
}

let stepsBack = 0;
/** Goes back; what asks for it at the same time goes back together. */
function goBack(history: RouterHistory): void {
  stepsBack += 1;
  if (stepsBack === 1)
    setTimeout(() => {
      history.go(-stepsBack);
      stepsBack = 0;
    });
}

const stepsOf = ({ steps = [] }: HistoryState): readonly string[] => steps;

/**
 * Makes something that is open a step of the browser's history: Back closes it, and closing it goes
 * back.
 */
export function useHistoryStep(opened: boolean, onClose: () => void): void {
  const router = useRouter();
  const id = useId();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!opened) return undefined;
    const { history } = router;
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
      // Whoever closed it may have gone elsewhere at the same time: then the entry is none of its
      // own any more.
      setTimeout(() => {
        if (stepsOf(history.location.state).at(-1) === id) goBack(history);
      });
    };
  }, [opened, router, id]);
}

/**
 * Does something when the step that closes now has gone back: what it opens or changes in the
 * address is done where one was before.
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
  /** Adds a step. */
  readonly open: (search: (before: Search) => Search) => void;
  /** Changes the parameters of what is open, in the same step. */
  readonly change: (search: (before: Search) => Search) => void;
  /** Goes back where that is the place without it. */
  readonly close: (search: (before: Search) => Search) => void;
}

/** The same for what the address itself says is open. */
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
