import { ActionIcon, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { askFor } from '../state/commands.ts';
import { part } from '../ui/part.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { BrandLink } from './BrandLink.tsx';
import { ConnectionBadge } from './ConnectionBadge.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { NavBar } from './NavLinks.tsx';
import { SchemeSwitch } from './SchemeSwitch.tsx';
import classes from './Header.module.css';

const MenuDrawer = part(async () => (await import('./MenuDrawer.tsx')).MenuDrawer);

/** @see MenuDrawer for small screens; loaded when first opened */
export function Header({ bell }: { bell: ReactNode }) {
  const { t } = useTranslation('common');
  const [opened, { open, close }] = useDisclosure(false);
  const [wasOpened, setOpened] = useState(false);
  if (opened && !wasOpened) setOpened(true);
  return (
    <header className={classes.header}>
      <Group gap="md" wrap="nowrap" className={classes.start}>
        <Burger
          hiddenFrom="md"
          size="sm"
          opened={opened}
          onClick={open}
          aria-label={t('nav.open')}
        />
        <BrandLink to="/dashboard" />
        <nav aria-label={t('nav.label')} className={classes.nav}>
          <NavBar />
        </nav>
      </Group>
      <Group gap={6} wrap="nowrap">
        <ConnectionBadge />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('search')}
          title={t('search')}
          onClick={() => askFor('palette')}
        >
          <IconSearch size={19} aria-hidden />
        </ActionIcon>
        {bell}
        <Group gap={6} wrap="nowrap" visibleFrom="md">
          <SchemeSwitch />
          <LanguageSwitch />
          <AccountMenu />
        </Group>
      </Group>
      {wasOpened && (
        <Suspense fallback={null}>
          <MenuDrawer opened={opened} onClose={close} />
        </Suspense>
      )}
    </header>
  );
}
