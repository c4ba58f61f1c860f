import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { VisitorPage } from '../../shell/VisitorPage.tsx';
import classes from './AccountForm.module.css';

export interface AccountPageProps {
  title: string;
  lead: string;
  /** Link for visitors who need the other form. */
  other: { question: string; to: '/login' | '/register'; text: string };
  children: ReactNode;
}

export function AccountPage({ title, lead, other, children }: AccountPageProps) {
  const { t } = useTranslation('forms');
  return (
    <VisitorPage title={title} description={lead}>
      <div className={classes.place}>
        <Paper className={classes.card} withBorder>
          <Stack>
            <div>
              <Title order={1} size="h2">
                {title}
              </Title>
              <Text c="dimmed" size="sm" mt={4}>
                {lead}
              </Text>
            </div>
            {children}
            <Group justify="space-between" gap="xs">
              <Text size="sm">
                {other.question}{' '}
                <Anchor component={Link} to={other.to} search={true as never} underline="always">
                  {other.text}
                </Anchor>
              </Text>
              <Anchor component={Link} to="/" size="sm" underline="always" className={classes.home}>
                {t('toHome')}
              </Anchor>
            </Group>
          </Stack>
        </Paper>
      </div>
    </VisitorPage>
  );
}
