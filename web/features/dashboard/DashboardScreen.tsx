import type { Project } from '@hzm/contracts/features/projects/project';
import { Badge, Button, Group, Text, Title, Paper, Stack } from '@mantine/core';
import { IconArrowUpCircle, IconFolders, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isFull } from '../../lib/plan.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { planToTakeAtom } from '../../state/plan-to-take.ts';
import { useProjects } from '../../state/projects.live.ts';
import { useSession } from '../../state/use-session.ts';
import { Page } from '../../ui/Page.tsx';
import { mine } from './figures.ts';
import { Figures } from './Figures.tsx';
import { RecentProjects } from './RecentProjects.tsx';
import { SampleProject } from './SampleProject.tsx';
import classes from './FirstTable.module.css';

/**
 * The account at a glance. @param overview shown to administrators above their own account @param
 * renderFirstTable the form that creates the first table of a project
 */
export function DashboardScreen({
  overview,
  renderFirstTable,
}: {
  overview?: ReactNode;
  renderFirstTable: (project: Project, onBusy: (isBusy: boolean) => void) => ReactNode;
}) {
  const { t } = useTranslation(['dashboard', 'translation']);
  const { user } = useSession();
  const projects = useProjects();
  const open = projects.data && mine(projects.data.docs);
  const own = open?.filter(({ userId }) => userId === user.id) ?? [];
  // The form stays until all that it makes is there.
  const [held, hold] = useState<Project>();
  const empty = held ?? (own.every(({ tableCount }) => tableCount === 0) ? own.at(-1) : undefined);
  const sample = projects.status === 'ready' && (
    <SampleProject
      taken={projects.data.docs.map(({ name }) => name)}
      isFull={isFull(own.length, user.maxProjects)}
    />
  );
  return (
    <Page
      title={t('welcome', { name: user.name })}
      subtitle={<PlanOf user={user} />}
      actions={<DashboardActions isAdmin={user.isAdmin} />}
    >
      {empty && (
        <>
          <FirstTable
            project={empty}
            form={renderFirstTable(empty, isBusy => hold(isBusy ? empty : undefined))}
          />
          {sample}
        </>
      )}
      {overview && (
        <>
          {overview}
          <Title order={2} size="h4" mb={-8}>
            {t('own')}
          </Title>
        </>
      )}
      <Figures user={user} projects={open} waiting={projects.status === 'loading'} />
      {!empty && sample}
      <RecentProjects projects={projects} userId={user.id} />
    </Page>
  );
}

function PlanOf({ user }: { user: ReturnType<typeof useSession>['user'] }) {
  const { t } = useTranslation(['dashboard', 'translation']);
  return (
    <>
      <Group gap="xs" mt={4}>
        {t('plan')}
        <Badge variant="light" tt="none">
          {user.planName ?? t(`translation:plans.${user.subscriptionType}`)}
        </Badge>
      </Group>
      {user.isAdmin && (
        <Text size="sm" mt={4}>
          {t('administers')}
        </Text>
      )}
    </>
  );
}

function DashboardActions({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation('dashboard');
  const hasPlanToTake = useAtomValue(planToTakeAtom);
  return (
    <Group gap="sm" role="group" aria-label={t('actions.title')}>
      {isAdmin && (
        <Button component={Link} to="/admin" variant="default">
          {t('actions.admin')}
        </Button>
      )}
      {hasPlanToTake && (
        <Button
          component={Link}
          to="/upgrade"
          variant="default"
          leftSection={<IconArrowUpCircle size={18} aria-hidden />}
        >
          {t('actions.upgrade')}
        </Button>
      )}
      <Button
        component={Link}
        to="/projects"
        variant="default"
        leftSection={<IconFolders size={18} aria-hidden />}
      >
        {t('actions.view')}
      </Button>
      <Button
        component={Link}
        to="/projects"
        search={{ create: true } as never}
        leftSection={<IconPlus size={18} aria-hidden />}
      >
        {t('actions.create')}
      </Button>
    </Group>
  );
}

/** First step in an account without a table. The form is another feature's. */
function FirstTable({ project, form }: { project: Project; form: ReactNode }) {
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
