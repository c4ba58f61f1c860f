import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link, useMatches } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../state/use-session.ts';
import classes from './NavLinks.module.css';

const places = [
  { to: '/dashboard', text: 'nav.dashboard' }, { to: '/projects', text: 'nav.projects' },
] as const;
const adminPlaces = [
  { to: '/admin', text: 'nav.panel' }, { to: '/database-users', text: 'nav.people' },
  { to: '/database-projects', text: 'nav.everyProject' },
  { to: '/database-pricing', text: 'nav.pricing' }, { to: '/database-state', text: 'nav.status' },
] as const;

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
      {user.isAdmin && <AdminMenu />}
    </>
  );
}

function AdminMenu() {
  const { t } = useTranslation('common');
  const path = useMatches({ select: matches => matches.at(-1)?.fullPath });
  const isHere = adminPlaces.some(({ to }) => to === path);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={classes.link} aria-current={isHere ? 'true' : undefined}>
          {t('nav.admin')}<IconChevronDown size={15} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {adminPlaces.map(({ to, text }) => (
          <Menu.Item key={to} component={Link} to={to} aria-current={to === path ? 'page' : undefined}>{t(text)}</Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
