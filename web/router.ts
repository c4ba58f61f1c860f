import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen.ts';

/** @param history of a page that is made ahead; else the browser's */
export const newRouter = (history?: RouterHistory) => createRouter({ routeTree, defaultPreload: 'intent', scrollRestoration: history === undefined, ...(history && { history }) });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
}
