import { lazy, type FunctionComponent, type LazyExoticComponent } from 'react';
import { loadTexts } from '../lib/i18n.ts';
import { whenReachable } from '../lib/when-reachable.ts';

type Part<Props> = LazyExoticComponent<FunctionComponent<Props>> & {
  /** Loads the part ahead of its first use. */
  readonly preload: () => void;
};

/**
 * A lazy component with its texts. Loading waits for network and server, because React treats a
 * failed import as an error of the whole screen and a browser may never retry it.
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
