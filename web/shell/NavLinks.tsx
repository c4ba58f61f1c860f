import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../state/use-session.ts';
import { part } from '../ui/part.ts';
import { adminPlaces } from './admin-places.ts';
import classes from './NavLinks.module.css';

const places = [
  { to: '/dashboard', text: 'nav.dashboard' }, { to: '/projects', text: 'nav.projects' },
] as const;
/** Loaded for administrators. */
const AdminMenu = part(async () => (await import('./AdminMenu.tsx')).AdminMenu);

interface Props {
  readonly to: (typeof places | typeof adminPlaces)[number]['to'];
  readonly text: (typeof places | typeof adminPlaces)[number]['text'];
  readonly onDone?: (() => void) | undefined;
}

function NavLink({ to, text, onDone }: Props) {
  const { t } = useTranslation('common');
  return <Link to={to} className={classes.link} activeProps={{ 'aria-current': 'page' }} onClick={onDone}>{t(text)}</Link>;
}

/** The addresses of the signed-in part, one under the other. */
export function NavLinks({ onDone }: { onDone: () => void }) {
  const { user } = useSession();
  return [...places, ...(user.isAdmin ? adminPlaces : [])].map(place => <NavLink key={place.to} {...place} onDone={onDone} />);
}

/** The same side by side; those of administrators in a menu of their own. */
export function NavBar() {
  const { user } = useSession();
  return (
    <>
      {places.map(place => <NavLink key={place.to} {...place} />)}
      {user.isAdmin && <Suspense fallback={null}><AdminMenu /></Suspense>}
    </>
  );
}
