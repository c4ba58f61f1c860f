import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSession } from '../state/use-session.ts';
import classes from './AccountCard.module.css';

export function AccountCard() {
  const { t } = useTranslation(['common', 'translation']);
  const { user } = useSession();
  return (
    <Stack gap={0} className={classes.card}>
      <Text fw={600}>{user.name}</Text>
      <Text size="sm" c="dimmed">
        {user.email}
      </Text>
      <Text size="sm" c="dimmed">
        {t('account.plan', {
          plan: user.planName ?? t(`translation:plans.${user.subscriptionType}`),
        })}
      </Text>
    </Stack>
  );
}
