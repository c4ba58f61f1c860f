import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link, useMatches } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { adminPlaces } from './admin-places.ts';
import type { toolPlaces } from './tool-places.ts';
import classes from './NavLinks.module.css';

interface Props {
  readonly name: 'nav.admin' | 'nav.tools';
  readonly places: typeof adminPlaces | typeof toolPlaces;
}

/** Links that share one entry of the bar. */
export function PlacesMenu({ name, places }: Props) {
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
