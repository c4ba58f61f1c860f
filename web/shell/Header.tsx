import { ActionIcon, Burger, Group, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../lib/format.ts';
import { useLanguage } from '../lib/use-language.ts';
import { connectionAtom, heardAtom, type Connection } from '../realtime/socket.ts';
import { askFor } from '../state/commands.ts';
import { useAtomValue } from '../state/jotai.ts';
import { part } from '../ui/part.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { BrandLink } from './BrandLink.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { NavBar } from './NavLinks.tsx';
import { SchemeSwitch } from './SchemeSwitch.tsx';
import badgeClasses from './ConnectionBadge.module.css';
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

const states: readonly Connection[] = ['live', 'catching-up', 'offline'];

/**
 * Connection state, and the time of the last change received. The state is in words, not only in
 * colour; the badge is as wide as its longest word, so that nothing moves.
 */
function ConnectionBadge() {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const state = useAtomValue(connectionAtom);
  const position = useAtomValue(heardAtom);
  const where =
    position === null
      ? ''
      : ` · ${t('connection.position', { position: formatNumber(Number(position), language) })}`;
  return (
    <Tooltip label={`${t(`connection.hint-${state}`)}${where}`}>
      <span role="status" className={badgeClasses.badge} data-state={state}>
        <span className={badgeClasses.dot} aria-hidden />
        <span>{t(`connection.${state}`)}</span>
        {states.map(other => (
          <span
            key={other}
            className={badgeClasses.room}
            data-word={t(`connection.${other}`)}
            aria-hidden
          />
        ))}
      </span>
    </Tooltip>
  );
}
