import { Box, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../state/use-session.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';

/** A page without content of its own, to try the guard in front of it. */
export function GuardScreen({ guard }: { guard: 'protected' | 'adminOnly' }) {
  const { t } = useTranslation('guards');
  const { user } = useSession();
  return (
    <Page
      title={t(`pages.${guard}.title`)}
      subtitle={t(`pages.${guard}.lead`)}
      back={<BackLink to="/dashboard" label={t('back')} />}
    >
      <Panel title={t('you')}>
        <Box p="md">
          <Facts
            facts={[
              { name: t('name'), value: user.name },
              { name: t('email'), value: user.email },
              { name: t('role'), value: t(user.isAdmin ? 'roles.admin' : 'roles.person') },
            ]}
          />
          <Text size="sm" c="dimmed" mt="md">
            {t(`pages.${guard}.others`)}
          </Text>
        </Box>
      </Panel>
    </Page>
  );
}
