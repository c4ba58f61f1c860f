import type { User } from '@hzm/contracts/features/accounts/account';
import { Badge, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './AccountLine.module.css';

export function AccountLine({ user }: { user: User }) {
  const { t } = useTranslation(['common', 'translation']);
  return (
    <Group gap="xs" className={classes.line}>
      <Text size="sm">{user.name}</Text>
      <Text size="sm">{user.email}</Text>
      <Badge size="sm" variant="light" tt="none">
        {user.planName ?? t(`translation:plans.${user.subscriptionType}`)}
      </Badge>
      {user.isAdmin && (
        <Badge size="sm" variant="light" color="violet" tt="none">
          {t('account.admin')}
        </Badge>
      )}
    </Group>
  );
}
