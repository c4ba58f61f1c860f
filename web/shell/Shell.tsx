import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Header } from './Header.tsx';
import { useFocusOnArrival } from './use-focus-on-arrival.ts';
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
