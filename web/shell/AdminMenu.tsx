import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link, useMatches } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { adminPlaces } from './admin-places.ts';
import classes from './NavLinks.module.css';

export function AdminMenu() {
  const { t } = useTranslation('common');
  const path = useMatches({ select: matches => matches.at(-1)?.fullPath });
  const isHere = adminPlaces.some(({ to }) => to === path);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={classes.link} aria-current={isHere ? 'true' : undefined}>
          {t('nav.admin')}
          <IconChevronDown size={15} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {adminPlaces.map(({ to, text }) => (
          <Menu.Item
            key={to}
            component={Link}
            to={to}
            aria-current={to === path ? 'page' : undefined}
          >
            {t(text)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
