import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Header } from './Header.tsx';
import { ProjectMode } from './ProjectMode.tsx';
import { useFocusOnArrival } from './use-focus-on-arrival.ts';
import { useFreshToken } from './use-fresh-token.ts';
import { useOwnAccount } from './use-own-account.ts';
import classes from './Shell.module.css';

/** What surrounds every screen of the signed-in part. */
export function Shell() {
  const { t } = useTranslation('common');
  const main = useFocusOnArrival();
  useFreshToken();
  useOwnAccount();
  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>{t('skip')}</a>
      <Header />
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <ProjectMode><Outlet /></ProjectMode>
      </main>
    </div>
  );
}
