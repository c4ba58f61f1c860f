import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { VisitorPage } from '../../shell/VisitorPage.tsx';
import { Form } from '../../ui/Form.tsx';
import classes from './AccountForm.module.css';

interface Props {
  title: string;
  lead: string;
  submit: string;
  busy: boolean;
  /** What went wrong with the whole of it. */
  failure: ReactNode;
  /** Where those go who are wrong here. */
  other: { question: string; to: '/login' | '/register'; text: string };
  children: ReactNode;
  onSubmit: (event?: React.FormEvent<HTMLFormElement>) => void;
}

/** The frame that signing in and signing up share. */
export function AccountForm({ title, lead, submit, busy, failure, other, children, onSubmit }: Props) {
  const { t } = useTranslation('forms');
  return (
    <VisitorPage title={title} description={lead}>
      <div className={classes.place}>
        <Paper component={Form} takesFocus="idle" onSubmit={onSubmit} className={classes.card} withBorder>
          <Stack>
            <div>
              <Title order={1} size="h2">{title}</Title>
              <Text c="dimmed" size="sm" mt={4}>{lead}</Text>
            </div>
            {failure}
            {children}
            <Button type="submit" fullWidth size="md" loading={busy}>{submit}</Button>
            <Group justify="space-between" gap="xs">
              <Text size="sm">{other.question} <Anchor component={Link} to={other.to} search={true as never} underline="always">{other.text}</Anchor></Text>
              <Anchor component={Link} to="/" size="sm" underline="always" className={classes.home}>{t('toHome')}</Anchor>
            </Group>
          </Stack>
        </Paper>
      </div>
    </VisitorPage>
  );
}
