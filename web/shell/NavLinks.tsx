import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtomValue } from '../state/jotai.ts';
import { unreadChatAtom } from '../state/unread-chat.ts';
import { useSession } from '../state/use-session.ts';
import { part } from '../ui/part.ts';
import { adminPlaces } from './admin-places.ts';
import classes from './NavLinks.module.css';

const places = [
  { to: '/dashboard', text: 'nav.dashboard' },
  { to: '/projects', text: 'nav.projects' },
  { to: '/chat', text: 'nav.chat' },
  { to: '/math-calculator', text: 'nav.math' },
] as const;
/** Higher numbers are shown as `9+`. */
const MAX_COUNTED = 9;
/** Loaded for administrators only. */
const AdminMenu = part(async () => (await import('./AdminMenu.tsx')).AdminMenu);

interface Props {
  readonly to: (typeof places | typeof adminPlaces)[number]['to'];
  readonly text: (typeof places | typeof adminPlaces)[number]['text'];
  readonly onDone?: (() => void) | undefined;
}

function NavLink({ to, text, onDone }: Props) {
  const { t } = useTranslation('common');
  return (
    <Link
      to={to}
      className={classes.link}
      activeProps={{ 'aria-current': 'page' }}
      onClick={onDone}
    >
      {t(text)}
      {to === '/chat' && <UnreadChat />}
    </Link>
  );
}

function UnreadChat() {
  const { t } = useTranslation('translation');
  const count = useAtomValue(unreadChatAtom);
  if (count === 0) return null;
  return (
    <span className={classes.count} role="img" aria-label={t('unreadChat', { count })}>
      {count > MAX_COUNTED ? `${MAX_COUNTED}+` : count}
    </span>
  );
}

/** Links of the signed-in area, vertically. */
export function NavLinks({ onDone }: { onDone: () => void }) {
  const { user } = useSession();
  return [...places, ...(user.isAdmin ? adminPlaces : [])].map(place => (
    <NavLink key={place.to} {...place} onDone={onDone} />
  ));
}

/** Links of the signed-in area, horizontally, with those of administrators in a menu. */
export function NavBar() {
  const { user } = useSession();
  return (
    <>
      {places.map(place => (
        <NavLink key={place.to} {...place} />
      ))}
      {user.isAdmin && (
        <Suspense fallback={null}>
          <AdminMenu />
        </Suspense>
      )}
    </>
  );
}
