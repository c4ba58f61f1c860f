import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtomValue } from '../state/jotai.ts';
import { renew, sessionAtom } from '../state/session.ts';
import { claimsOf } from '../state/token-claims.ts';
import { Header } from './Header.tsx';
import { useOwnAccount } from './use-own-account.ts';
import classes from './Shell.module.css';

/** Frame of every screen of the signed-in area. @param bell the notifications button */
export function Shell({ bell }: { bell: ReactNode }) {
  const { t } = useTranslation('common');
  const main = useFocusOnArrival();
  useFreshToken();
  useOwnAccount();
  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        {t('skip')}
      </a>
      <Header bell={bell} />
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
    </div>
  );
}

/**
 * Moves the focus to the content after a navigation, for keyboards and screen readers; leaves the
 * first page alone.
 */
function useFocusOnArrival(): RefObject<HTMLElement | null> {
  const target = useRef<HTMLElement>(null);
  const pathname = useLocation({ select: location => location.pathname });
  const known = useRef(pathname);
  useEffect(() => {
    if (known.current === pathname) return;
    known.current = pathname;
    // A form of the new page may have taken the focus already.
    if (!target.current?.contains(document.activeElement))
      target.current?.focus({ preventScroll: true });
  }, [pathname]);
  return target;
}

/** Pause before an unanswered renewal is retried, in milliseconds. */
const AGAIN_MS = 60_000;

/** Renews the token before it expires, with retries until another one is held. */
function useFreshToken(): void {
  const session = useAtomValue(sessionAtom);
  // An impersonation is not extended.
  const token = session?.look ? undefined : session?.token;
  useEffect(() => {
    if (token === undefined) return;
    // A random delay for each tab, so that the first renews the token for all.
    const delay = refreshDelay(token, 0.75 + Math.random() * 0.1, Date.now());
    if (delay === undefined) return;
    const attempt = (): void => {
      timer = setTimeout(attempt, AGAIN_MS);
      void renew(token);
    };
    let timer = setTimeout(attempt, delay);
    return () => clearTimeout(timer);
  }, [token]);
}

/** Upper bound of a browser's timer, in milliseconds. */
const TIMER_MAX = 2 ** 31 - 1;

/**
 * Returns the delay until a token's renewal, in milliseconds from `now`: a part of its life.
 * Undefined if the token has no end.
 */
function refreshDelay(token: string, part: number, now: number): number | undefined {
  const { iat, exp } = claimsOf(token) ?? {};
  if (typeof iat !== 'number' || typeof exp !== 'number') return undefined;
  return Math.min(TIMER_MAX, Math.max(0, (iat + (exp - iat) * part) * 1000 - now));
}
