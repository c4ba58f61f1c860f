import { createRouter } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen.ts';
import { forgetResources } from './state/live-resource.ts';
import { store } from './state/jotai.ts';
import { sessionAtom } from './state/session.ts';

export const router = createRouter({ routeTree, defaultPreload: 'intent', scrollRestoration: true });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

// Whoever signs in or out, here or by an answer of the server: the guards decide where they belong now.
let known = store.get(sessionAtom)?.user.id;
store.sub(sessionAtom, () => {
  const now = store.get(sessionAtom)?.user.id;
  if (now === known) return;
  known = now;
  forgetResources();
  void router.invalidate();
});
