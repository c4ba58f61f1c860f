import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Header } from './Header.tsx';
import { useFreshToken } from './use-fresh-token.ts';
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
