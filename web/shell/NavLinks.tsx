import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../state/use-session.ts';
import classes from './NavLinks.module.css';

const places = [{ to: '/dashboard', text: 'nav.dashboard' }, { to: '/projects', text: 'nav.projects' }] as const;
const adminPlaces = [{ to: '/database-users', text: 'nav.people' }, { to: '/database-projects', text: 'nav.everyProject' }, { to: '/database-pricing', text: 'nav.pricing' }, { to: '/database-state', text: 'nav.status' }] as const;

/** The addresses of the signed-in part. */
export function NavLinks({ onDone }: { onDone?: () => void }) {
  const { t } = useTranslation('common');
  const { user } = useSession();
  return [...places, ...(user.isAdmin ? adminPlaces : [])].map(({ to, text }) => (
    <Link key={to} to={to} className={classes.link} activeProps={{ 'aria-current': 'page' }} onClick={onDone}>{t(text)}</Link>
  ));
}
