import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAtomValue } from '../state/jotai.ts';
import { unreadChatAtom } from '../state/unread-chat.ts';
import { useSession } from '../state/use-session.ts';
import { adminPlaces } from './admin-places.ts';
import { PlacesMenu } from './PlacesMenu.tsx';
import { toolPlaces } from './tool-places.ts';
import classes from './NavLinks.module.css';

const places = [
  { to: '/dashboard', text: 'nav.dashboard' },
  { to: '/projects', text: 'nav.projects' },
  { to: '/chat', text: 'nav.chat' },
] as const;
/** Higher numbers are shown as `9+`. */
const MAX_COUNTED = 9;

type Place = (typeof places | typeof toolPlaces | typeof adminPlaces)[number];
interface Props {
  readonly to: Place['to'];
  readonly text: Place['text'];
  readonly onDone?: (() => void) | undefined;
}

function NavLink({ to, text, onDone }: Props) {
  const { t } = useTranslation('common');
  return (
    <Link to={to} className={classes.link} onClick={onDone}>
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
  return [...places, ...toolPlaces, ...(user.isAdmin ? adminPlaces : [])].map(place => (
    <NavLink key={place.to} {...place} onDone={onDone} />
  ));
}

/** Links of the signed-in area, horizontally, with tools and administration in a menu each. */
export function NavBar() {
  const { user } = useSession();
  return (
    <>
      {places.map(place => (
        <NavLink key={place.to} {...place} />
      ))}
      <PlacesMenu name="nav.tools" places={toolPlaces} />
      {user.isAdmin && <PlacesMenu name="nav.admin" places={adminPlaces} />}
    </>
  );
}
