import { lazy, type FunctionComponent, type LazyExoticComponent } from 'react';
import { loadTexts } from '../lib/i18n.ts';
import { whenReachable } from '../lib/when-reachable.ts';

type Part<Props> = LazyExoticComponent<FunctionComponent<Props>> & {
  /** Loads it ahead, so that it is there when it is needed. */
  readonly preload: () => void;
};

/**
 * A part of a screen that is loaded when it is first drawn, with the texts that it needs. It waits
 * for the network and the server: React takes a part
 * that cannot be loaded for an error of the whole screen, and a browser may never ask again for a
 * module that it could not load.
 */
export function part<Props>(
  load: () => Promise<FunctionComponent<Props>>,
  ...texts: readonly string[]
): Part<Props> {
  let loading: Promise<{ readonly default: FunctionComponent<Props> }> | undefined;
  const loaded = () =>
    (loading ??= whenReachable(async () => ({
      default: (await Promise.all([load(), loadTexts(...texts)]))[0],
    })));
  return Object.assign(lazy(loaded), {
    preload: () =>
      void loaded().catch(() => {
        loading = undefined;
      }),
  });
}
