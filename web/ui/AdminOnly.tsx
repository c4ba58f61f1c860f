import { Button, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../state/use-session.ts';

export function AdminOnly({ children }: { children: ReactNode }) {
  const { user } = useSession();
  return user.isAdmin ? children : <AccessDenied />;
}

/** Shown to a person who is not, or no longer, an administrator. */
export function AccessDenied() {
  const { t } = useTranslation('common');
  return (
    <Stack align="center" gap="sm" py={96} px="md">
      <title>{`${t('denied.title')} · HZM`}</title>
      <ThemeIcon size={52} radius="xl" variant="light" color="gray" aria-hidden>
        <IconLock size={26} />
      </ThemeIcon>
      <Title order={1} size="h2" ta="center">
        {t('denied.title')}
      </Title>
      <Text c="dimmed" ta="center">
        {t('denied.text')}
      </Text>
      <Button component={Link} to="/dashboard" mt="sm">
        {t('denied.back')}
      </Button>
    </Stack>
  );
}
