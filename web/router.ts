import { createRouter, type AnyRouter, type RouterHistory } from '@tanstack/react-router';
import { isBackFromStep } from './lib/back-from-step.ts';
import { whenOnline } from './lib/when-reachable.ts';
import { routeTree } from './routeTree.gen.ts';

/** @param history of a page that is made ahead; else the browser's */
export function newRouter(history?: RouterHistory) {
  let returns = false;
  const router = createRouter({
    routeTree,
    defaultPreload: 'intent',
    // A place stays as it is while something is open over it, and scrolls by what is done there.
    scrollRestoration: history === undefined && (() => !returns),
    ...(history && { history }),
  });
  if (history === undefined) {
    router.subscribe('onBeforeLoad', ({ fromLocation, toLocation }) => {
      returns = fromLocation !== undefined && isBackFromStep(fromLocation, toLocation);
    });
    loadScreensOnline(router);
  }
  return router;
}

/**
 * Keeps the current screen until the network returns if the next one is not loaded. The router
 * would reload the page, which shows the browser's own error.
 */
function loadScreensOnline({ routesById }: AnyRouter): void {
  for (const {
    options: { component },
  } of Object.values(routesById)) {
    const load = component?.preload;
    if (load) component.preload = () => whenOnline().then(load);
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
}
