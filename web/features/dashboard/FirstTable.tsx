import type { Project } from '@hzm/contracts/features/projects/project';
import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './FirstTable.module.css';

/** First step in an account without a table. The form is another feature's. */
export function FirstTable({ project, form }: { project: Project; form: ReactNode }) {
  const { t } = useTranslation('dashboard');
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby="first-table">
      <Stack gap={4}>
        <Title order={2} size="h4" id="first-table">
          {t('firstTable.title')}
        </Title>
        <Text c="dimmed" size="sm">
          {t('firstTable.text', { project: project.name })}
        </Text>
      </Stack>
      <div className={classes.form}>{form}</div>
    </Paper>
  );
}
