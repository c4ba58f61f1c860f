import { createFileRoute, redirect } from '@tanstack/react-router';
import { loadTexts } from '../lib/i18n.ts';
import { store } from '../state/jotai.ts';
import { sessionAtom } from '../state/session.ts';

/** For whoever is not signed in; the others go where they wanted to. */
export const Route = createFileRoute('/_visitor')({
  validateSearch: (search: Record<string, unknown>): { redirect?: string } => {
    const wanted = safeRedirect(search['redirect']);
    return wanted === undefined ? {} : { redirect: wanted };
  },
  beforeLoad: ({ search }) => {
    if (store.get(sessionAtom) !== null)
      throw redirect({ href: search.redirect ?? '/dashboard', replace: true });
  },
  loader: () => loadTexts('forms'),
});

/**
 * Returns a path of this application from a search parameter; undefined if it could lead to another
 * site.
 */
const safeRedirect = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) && !/[\u0000-\u001f\\]/.test(value)
    ? value
    : undefined;
