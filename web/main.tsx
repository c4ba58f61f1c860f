import './ui/fonts.css';
import 'virtual:cut-fonts.css';
import './ui/base.css';
import './ui/card.css';
import './ui/touch.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { config } from 'zod/v4/core';
import { App } from './App.tsx';
import { isOutdated } from './lib/app-version.ts';
import { startTexts } from './lib/i18n.ts';
import type { MadePage } from './lib/made-page.ts';
import { newRouter } from './router.ts';
import { store } from './state/jotai.ts';
import { joinTabs, sessionAtom } from './state/session.ts';

// It would try whether it may make code of text, which the page's policy forbids.
config({ jitless: true });

/** Time to read why a session ended, in milliseconds. */
const TOLD_MS = 2_000;

/**
 * Shows the application, in the place of a page that was made for this address and reader, if there
 * is one. @param onShown is called once, when it is there
 */
export async function begin(
  root: HTMLElement,
  page: MadePage | undefined,
  onShown?: () => void,
): Promise<void> {
  if (await isOutdated(localStorage, 'caches' in window ? caches : undefined))
    return location.reload();
  await Promise.all([startTexts(page?.texts), joinTabs()]);
  const router = newRouter();

  // After signing in or out, here or by the server's answer, the guards decide on the screen.
  const personNow = (): string | undefined => store.get(sessionAtom)?.user.id;
  const mark = (): void => {
    document.documentElement.toggleAttribute('data-session', personNow() !== undefined);
  };
  let person = personNow();
  mark();
  store.sub(sessionAtom, () => {
    if (personNow() === person) return;
    person = personNow();
    mark();
    // An open screen says why the session is over before the guard leads away from it.
    const isGuarded = router.state.matches.some(({ routeId }) => routeId === '/_signed-in');
    setTimeout(() => void router.invalidate(), person === undefined && isGuarded ? TOLD_MS : 0);
  });

  // Everything that is shown first is here before it is drawn: nothing comes in afterwards.
  await router.load();
  const app = <App router={router} onShown={onShown} />;
  const isMade = root.dataset['page'] !== undefined;
  // From here on it is the application, which stays when somebody signs in.
  delete root.dataset['page'];
  if (page?.path === router.state.location.href) {
    router.ssr = { manifest: undefined };
    startTransition(() => {
      hydrateRoot(root, app);
    });
  } else {
    if (isMade)
      for (const made of document.head.querySelectorAll('title, meta[name=description]'))
        made.remove();
    createRoot(root).render(app);
  }
}
