import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link, useMatches } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAtomValue } from '../state/jotai.ts';
import { unreadChatAtom } from '../state/unread-chat.ts';
import { useSession } from '../state/use-session.ts';
import classes from './NavLinks.module.css';

/** Pages of administrators, with the keys of their names. */
const adminPlaces = [
  { to: '/admin', text: 'nav.panel' },
  { to: '/database-users', text: 'nav.people' },
  { to: '/database-projects', text: 'nav.everyProject' },
  { to: '/database-pricing', text: 'nav.pricing' },
  { to: '/database-state', text: 'nav.status' },
  { to: '/database-logs', text: 'nav.logs' },
] as const;

/** Tools of every signed-in person, with the keys of their names. */
const toolPlaces = [
  { to: '/math-calculator', text: 'nav.math' },
  { to: '/api-test', text: 'nav.apiTest' },
] as const;

const mainPlaces = [
  { to: '/dashboard', text: 'nav.dashboard' },
  { to: '/projects', text: 'nav.projects' },
  { to: '/chat', text: 'nav.chat' },
] as const;
/** Higher numbers are shown as `9+`. */
const MAX_COUNTED = 9;

type Place = (typeof mainPlaces | typeof toolPlaces | typeof adminPlaces)[number];
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
  return [...mainPlaces, ...toolPlaces, ...(user.isAdmin ? adminPlaces : [])].map(place => (
    <NavLink key={place.to} {...place} onDone={onDone} />
  ));
}

/** Links of the signed-in area, horizontally, with tools and administration in a menu each. */
export function NavBar() {
  const { user } = useSession();
  return (
    <>
      {mainPlaces.map(place => (
        <NavLink key={place.to} {...place} />
      ))}
      <PlacesMenu name="nav.tools" places={toolPlaces} />
      {user.isAdmin && <PlacesMenu name="nav.admin" places={adminPlaces} />}
    </>
  );
}

interface PlacesMenuProps {
  readonly name: 'nav.admin' | 'nav.tools';
  readonly places: typeof adminPlaces | typeof toolPlaces;
}

/** Links that share one entry of the bar. */
function PlacesMenu({ name, places }: PlacesMenuProps) {
  const { t } = useTranslation('common');
  const path = useMatches({ select: matches => matches.at(-1)?.fullPath });
  const isHere = places.some(({ to }) => to === path);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={classes.link} aria-current={isHere ? 'true' : undefined}>
          {t(name)}
          <IconChevronDown size={15} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {places.map(({ to, text }) => (
          <Menu.Item key={to} component={Link} to={to}>
            {t(text)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
