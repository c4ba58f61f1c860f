import type { Project } from '@hzm/contracts/features/projects/project';
import { Badge, Button, Group, Text, Title } from '@mantine/core';
import { IconChevronDown, IconLock } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RoleBadge } from '../../../ui/RoleBadge.tsx';
import { LiveBadge, TestBadge } from '../../../ui/TestBadge.tsx';
import { ProjectMenu, type ProjectTask } from '../ProjectMenu.tsx';
import { Counts, Doors, Owner, ProjectLink, Secrets, useParts } from '../ProjectParts.tsx';
import classes from './TestGroup.module.css';

interface Props {
  project: Project;
  test: Project;
  onAsk: (what: ProjectTask, project: Project) => void;
}

/**
 * A live project and its test environment as one group, with their purposes and, expanded, their
 * differences.
 */
export function TestGroup({ project, test, onAsk }: Props) {
  const { t } = useTranslation('projects');
  const [isExpanded, toggle] = useExpanded(project.id);
  const { id, name, role } = project;
  const parts = useParts();
  return (
    <article className={classes.group} aria-labelledby={`project-${id}`}>
      <div className={classes.head}>
        <div>
          <Group gap="xs">
            <Title order={3} size="h4" id={`project-${id}`} className={classes.name}>
              <ProjectLink id={id} name={name} />
            </Title>
            {role !== null && role !== 'owner' && <RoleBadge role={role} />}
            {project.isProtected && (
              <Badge variant="light" tt="none" leftSection={<IconLock size={12} aria-hidden />}>
                {t('protected')}
              </Badge>
            )}
          </Group>
          <Owner project={project} />
          <Text size="sm" c="dimmed" lineClamp={2}>
            {project.description || t('noDescription')}
          </Text>
        </div>
        <LanesSwitch project={project} isExpanded={isExpanded} toggle={toggle} />
      </div>
      <div className={classes.lanes} id={`lanes-${id}`}>
        <Lane
          badge={<LiveBadge />}
          label={t('group.live', { name })}
          project={project}
          isExpanded={isExpanded}
          onAsk={onAsk}
        >
          {parts(project).join(' · ')}
        </Lane>
        <Lane
          badge={<TestBadge />}
          label={t('group.test', { name: test.name })}
          project={test}
          isExpanded={isExpanded}
          onAsk={onAsk}
        >
          {parts(test).join(' · ')}
        </Lane>
      </div>
      {isExpanded && project.apiKey !== null && test.apiKey !== null && (
        <Text size="sm" c="dimmed" className={classes.foot}>
          {t(project.apiKey === test.apiKey ? 'group.sameKeys' : 'group.ownKeys')}
        </Text>
      )}
    </article>
  );
}

function LanesSwitch({
  project,
  isExpanded,
  toggle,
}: {
  project: Project;
  isExpanded: boolean;
  toggle: () => void;
}) {
  const { t } = useTranslation('projects');
  const { id, name } = project;
  return (
    <Button
      variant="subtle"
      color="gray"
      size="sm"
      data-group-of={id}
      aria-expanded={isExpanded}
      aria-controls={`lanes-${id}`}
      aria-label={t(isExpanded ? 'group.lessOf' : 'group.moreOf', { name })}
      rightSection={
        <IconChevronDown
          size={16}
          className={classes.chevron}
          data-up={isExpanded || undefined}
          aria-hidden
        />
      }
      onClick={toggle}
    >
      {t(isExpanded ? 'group.less' : 'group.more')}
    </Button>
  );
}

/** One of the two projects. `children` is a line about it. */
function Lane({
  badge,
  label,
  project,
  isExpanded,
  onAsk,
  children,
}: {
  badge: ReactNode;
  label: string;
  project: Project;
  isExpanded: boolean;
  onAsk: Props['onAsk'];
  children: ReactNode;
}) {
  return (
    <div role="group" aria-label={label} className={classes.lane}>
      <Group gap="xs" justify="space-between" wrap="nowrap" mih={32}>
        <Group gap="xs" className={classes.name}>
          {badge}
          {project.isTestEnvironment && (
            <Text component="div" size="sm" fw={500} className={classes.name}>
              <ProjectLink {...project} />
            </Text>
          )}
          {!isExpanded && (
            <Text size="sm" c="dimmed">
              {children}
            </Text>
          )}
        </Group>
        <ProjectMenu project={project} onAsk={what => onAsk(what, project)} />
      </Group>
      {isExpanded && <Counts project={project} />}
      {isExpanded && <Secrets project={project} />}
      <Group gap="xs" mt="auto">
        <Doors project={project} />
      </Group>
    </div>
  );
}

const EXPANDED_KEY = 'hzm-groups';

/** Ids of the expanded groups. */
function expandedIds(): readonly string[] {
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(EXPANDED_KEY) ?? '[]');
    return Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Whether a group is expanded, stored for this tab. */
function useExpanded(id: string): readonly [boolean, () => void] {
  const [isExpanded, setExpanded] = useState(() => expandedIds().includes(id));
  const toggle = (): void => {
    const others = expandedIds().filter(one => one !== id);
    sessionStorage.setItem(EXPANDED_KEY, JSON.stringify(isExpanded ? others : [...others, id]));
    setExpanded(!isExpanded);
  };
  return [isExpanded, toggle];
}
