import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Badge, Button, Group, Text, Title } from '@mantine/core';
import { IconFlask, IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { RoleBadge } from '../../ui/RoleBadge.tsx';
import { TestBadge } from '../../ui/TestBadge.tsx';
import { ProjectMenu, type ProjectTask } from './ProjectMenu.tsx';
import { Counts, Doors, Owner, ProjectLink, Secrets } from './ProjectParts.tsx';
import { Simulation } from './test-environment/Simulation.tsx';
import { useCreation } from './test-environment/use-creation.ts';
import classes from './ProjectCard.module.css';

export function ProjectCard({
  project,
  onAsk,
}: {
  project: Project;
  onAsk: (what: ProjectTask) => void;
}) {
  const { t } = useTranslation('projects');
  const { busy, failed, create, dismiss } = useCreation(project);
  const { id, name, role } = project;
  return (
    <article className={classes.card} aria-labelledby={`project-${id}`}>
      <div>
        <Group gap="xs" wrap="nowrap" justify="space-between" align="flex-start">
          <Title order={3} size="h4" id={`project-${id}`} className={classes.name}>
            <ProjectLink id={id} name={name} />
          </Title>
          <ProjectMenu project={project} onAsk={onAsk} />
        </Group>
        <Group gap={6} className={classes.badges}>
          {role !== null && role !== 'owner' && <RoleBadge role={role} />}
          {project.isTestEnvironment && <TestBadge />}
          {project.isProtected && (
            <Badge variant="light" tt="none" leftSection={<IconLock size={12} aria-hidden />}>
              {t('protected')}
            </Badge>
          )}
        </Group>
        <Owner project={project} />
        <Text size="sm" c="dimmed" lineClamp={2} mt={2}>
          {project.description || t('noDescription')}
        </Text>
      </div>
      <Counts project={project} />
      <Secrets project={project} />
      <Group gap="xs">
        <Doors project={project} />
        {!project.isTestEnvironment && mayAs(role, 'project:write') && (
          <Button
            variant="subtle"
            leftSection={<IconFlask size={17} aria-hidden />}
            flex="1 0 100%"
            px="xs"
            loading={busy}
            aria-label={t('test.createOf', { name })}
            onClick={create}
          >
            {t('test.create')}
          </Button>
        )}
      </Group>
      {failed && <Simulation project={project} failed={failed} onDismiss={dismiss} />}
    </article>
  );
}
