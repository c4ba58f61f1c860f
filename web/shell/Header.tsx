import { ActionIcon, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { openSpotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../ui/Overlay.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { BrandLink } from './BrandLink.tsx';
import { ConnectionBadge } from './ConnectionBadge.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { Menu } from './Menu.tsx';
import { NavLinks } from './NavLinks.tsx';
import { SchemeSwitch } from './SchemeSwitch.tsx';
import classes from './Header.module.css';

export function Header() {
  const { t } = useTranslation('common');
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <header className={classes.header}>
      <Group gap="md" wrap="nowrap" className={classes.start}>
        <Burger hiddenFrom="sm" size="sm" opened={opened} onClick={open} aria-label={t('nav.open')} />
        <BrandLink to="/dashboard" />
        <nav aria-label={t('nav.label')} className={classes.nav}><NavLinks /></nav>
      </Group>
      <Group gap={6} wrap="nowrap">
        <ConnectionBadge />
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('search')} title={t('search')} onClick={openSpotlight}><IconSearch size={19} aria-hidden /></ActionIcon>
        <Group gap={6} wrap="nowrap" visibleFrom="sm">
          <SchemeSwitch />
          <LanguageSwitch />
          <AccountMenu />
        </Group>
      </Group>
      <Sheet position="left" opened={opened} onClose={close} size={300} title={t('brand')} hiddenFrom="sm">
        <Menu onDone={close} />
      </Sheet>
    </header>
  );
}
