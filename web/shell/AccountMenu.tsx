import type { User } from '@hzm/contracts/features/accounts/account';
import { Avatar, Badge, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import {
  IconArrowUpCircle,
  IconChevronDown,
  IconLogout,
  IconUserCircle,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../lib/use-language.ts';
import { useAtomValue } from '../state/jotai.ts';
import { planToTakeAtom } from '../state/plan-to-take.ts';
import { useSession } from '../state/use-session.ts';
import { AccountCard } from './AccountCard.tsx';
import { useLeave } from './use-leave.ts';
import classes from './AccountMenu.module.css';

/** Menu of the signed-in person, with sign-out. */
export function AccountMenu() {
  const { t } = useTranslation('common');
  const { user } = useSession();
  const leave = useLeave();
  const hasPlanToTake = useAtomValue(planToTakeAtom);
  return (
    <>
      {user.isAdmin && <AdminBadge />}
      <Menu position="bottom-end" width={260}>
        <MenuButton user={user} />
        <Menu.Dropdown>
          <Group p="xs">
            <AccountCard />
          </Group>
          <Menu.Divider />
          <Menu.Item
            component={Link}
            to="/account"
            leftSection={<IconUserCircle size={16} aria-hidden />}
          >
            {t('nav.account')}
          </Menu.Item>
          {hasPlanToTake && (
            <Menu.Item
              component={Link}
              to="/upgrade"
              leftSection={<IconArrowUpCircle size={16} aria-hidden />}
            >
              {t('nav.upgrade')}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconLogout size={16} aria-hidden />}
            onClick={() => void leave()}
          >
            {t('nav.logout')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function AdminBadge() {
  const { t } = useTranslation('common');
  return (
    <Badge
      component={Link}
      to="/admin"
      size="lg"
      variant="light"
      color="violet"
      tt="none"
      className={classes.badge}
      visibleFrom="lg"
    >
      {t('account.admin')}
    </Badge>
  );
}

function MenuButton({ user }: { user: User }) {
  const { t } = useTranslation('common');
  return (
    <Menu.Target>
      <UnstyledButton
        className={classes.button}
        aria-label={t('account.menu', { name: user.name })}
      >
        <Avatar size={28} color="teal" variant="light" aria-hidden>
          {user.name.slice(0, 1).toLocaleUpperCase(useLanguage())}
        </Avatar>
        <Text size="sm" fw={500} truncate maw={140} visibleFrom="lg">
          {user.name}
        </Text>
        <IconChevronDown size={16} aria-hidden />
      </UnstyledButton>
    </Menu.Target>
  );
}
