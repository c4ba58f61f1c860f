import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './NavLinks.module.css';

const places = [{ to: '/dashboard', text: 'nav.dashboard' }, { to: '/projects', text: 'nav.projects' }] as const;

/** The addresses of the signed-in part. */
export function NavLinks({ onDone }: { onDone?: () => void }) {
  const { t } = useTranslation('common');
  return places.map(({ to, text }) => (
    <Link key={to} to={to} className={classes.link} activeProps={{ 'aria-current': 'page' }} onClick={onDone}>{t(text)}</Link>
  ));
}
