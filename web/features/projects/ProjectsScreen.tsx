import type { Project } from '@hzm/contracts/features/projects/project';
import { Button, Group, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconFolders, IconPlus, IconSearch } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { isFull } from '../../lib/plan.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { projectsOf, useProjects } from '../../state/projects.live.ts';
import { useSession } from '../../state/use-session.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Growing } from '../../ui/Growing.tsx';
import { notifyNotYet } from '../../ui/notify.tsx';
import { Page } from '../../ui/Page.tsx';
import { useAddressStep } from '../../ui/use-history-step.ts';
import { AccountLine } from './AccountLine.tsx';
import { arranged, entriesOf, projectsIn, sectionKinds, sectionOf, type Entry } from './arrange.ts';
import { CreateProjectDialog } from './CreateProjectDialog.tsx';
import { DeleteProjectDialog } from './DeleteProjectDialog.tsx';
import { ProjectBinLink } from './ProjectBinLink.tsx';
import { ProjectCard } from './ProjectCard.tsx';
import type { ProjectTask } from './ProjectMenu.tsx';
import { ProjectsToolbar } from './ProjectsToolbar.tsx';
import { ProtectionDialog } from './ProtectionDialog.tsx';
import { SettingsDialog } from './settings/SettingsDialog.tsx';
import { TestGroup } from './test-environment/TestGroup.tsx';
import classes from './ProjectsScreen.module.css';

/** Number of projects up to which no search is offered. */
const MAX_PROJECTS_WITHOUT_SEARCH = 6;

const route = getRouteApi('/_signed-in/projects/');

export function ProjectsScreen() {
  const { t } = useTranslation('projects');
  const { user } = useSession();
  const projects = useProjects();
  const { create = false, q = '', sort = 'newest' } = route.useSearch();
  const [task, setTask] = useState<Task | null>(null);
  const step = useAddressStep();
  const all = projects.data?.docs ?? [];
  const own = all.filter(({ userId }) => userId === user.id);
  const found = arranged(entriesOf(all), q, sort);
  const ownLive = own.filter(({ isTestEnvironment }) => !isTestEnvironment);
  const full = isFull(ownLive.length, user.maxProjects) ? user.maxProjects : undefined;
  const openCreate = (): void => {
    if (projects.status !== 'ready')
      return notifyNotYet(t(projects.status === 'loading' ? 'create.notYet' : 'create.notLoaded'));
    step.open(before => ({ ...before, create: true }));
  };
  const newProject = <NewProjectButton full={full} openCreate={openCreate} />;

  return (
    <Page
      title={t('title')}
      subtitle={<AccountLine user={user} />}
      back={<BackLink to="/dashboard" label={t('back')} />}
      actions={<Actions>{newProject}</Actions>}
    >
      {full !== undefined && (
        <Text size="sm" id="plan-full">
          {t('create.full', { limit: full })}
        </Text>
      )}
      <ListState projects={projects}>{newProject}</ListState>
      {(all.length > MAX_PROJECTS_WITHOUT_SEARCH || q !== '') && (
        <Search found={found.flatMap(projectsIn).length} all={all.length} />
      )}
      {all.length > 0 && found.length === 0 && (
        <EmptyState icon={<IconSearch size={26} />} text={t('search.nothing')} />
      )}
      {sectionKinds.map(kind => (
        <ProjectSection
          key={kind}
          kind={kind}
          entries={found.filter(entry => sectionOf(entry, user.id) === kind)}
          setTask={setTask}
        />
      ))}
      {projects.status === 'ready' && (
        <CreateProjectDialog
          opened={create}
          taken={own.map(({ name }) => name)}
          full={full}
          onClose={() => step.close(before => ({ ...before, create: undefined }))}
        />
      )}
      <TaskDialogs projects={all} task={task} setTask={setTask} />
    </Page>
  );
}

/** A change of a project that was chosen in its menu. */
interface Task {
  readonly what: ProjectTask;
  readonly projectId: string;
}

/** Placeholder, error or empty state of the list; `children` is the way to a first project. */
function ListState({
  projects,
  children,
}: {
  projects: ReturnType<typeof useProjects>;
  children: ReactNode;
}) {
  const { t } = useTranslation('projects');
  const { user } = useSession();
  if (projects.status === 'loading') return <ProjectsSkeleton />;
  if (projects.status === 'error')
    return (
      <ErrorNotice
        error={projects.error}
        title={t('failed')}
        onRetry={() => void projectsOf(user.id).reload()}
      />
    );
  if (projects.data.docs.length > 0) return null;
  return (
    <EmptyState icon={<IconFolders size={26} />} text={t('empty')}>
      <Text size="sm" c="dimmed" ta="center">
        {t('emptyHint')}
      </Text>
      <Group>{children}</Group>
    </EmptyState>
  );
}

/** Search and order, which are kept in the address. */
function Search({ found, all }: { found: number; all: number }) {
  const { q = '', sort = 'newest' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ProjectsToolbar
      text={q}
      sort={sort}
      found={found}
      all={all}
      onChange={next =>
        void navigate({
          search: before => ({
            ...before,
            ...('text' in next && { q: next.text }),
            ...('sort' in next && { sort: next.sort }),
          }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}

function TaskDialogs({
  projects,
  task,
  setTask,
}: {
  projects: readonly Project[];
  task: Task | null;
  setTask: (task: Task | null) => void;
}) {
  const project = projects.find(({ id }) => id === task?.projectId) ?? null;
  const asked = (what: ProjectTask): Project | null => (task?.what === what ? project : null);
  const close = (): void => setTask(null);
  return (
    <>
      <SettingsDialog
        project={asked('settings')}
        onProtection={({ id }) => setTask({ what: 'protection', projectId: id })}
        onDelete={({ id }) => setTask({ what: 'delete', projectId: id })}
        onClose={close}
      />
      <ProtectionDialog project={asked('protection')} onClose={close} />
      <DeleteProjectDialog project={asked('delete')} onClose={close} />
    </>
  );
}

/** The ways out of the list: to the bin, and to a new project. */
function Actions({ children }: { children: ReactNode }) {
  return (
    <Group gap="sm">
      <ProjectBinLink />
      {children}
    </Group>
  );
}

function NewProjectButton({
  full,
  openCreate,
}: {
  full: number | undefined;
  openCreate: () => void;
}) {
  const { t } = useTranslation('projects');
  return (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      disabled={full !== undefined}
      aria-describedby={full === undefined ? undefined : 'plan-full'}
      onClick={openCreate}
    >
      {t('create.open')}
    </Button>
  );
}

function ProjectsSkeleton() {
  const { t } = useTranslation('projects');
  return (
    <div className={classes.grid} aria-busy>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      {[0, 1, 2].map(n => (
        <Skeleton key={n} h={286} radius="lg" />
      ))}
    </div>
  );
}

function ProjectSection({
  kind,
  entries,
  setTask,
}: {
  kind: (typeof sectionKinds)[number];
  entries: readonly Entry[];
  setTask: (task: Task) => void;
}) {
  const { t } = useTranslation('projects');
  const language = useLanguage();
  if (entries.length === 0) return null;
  return (
    <Section
      title={`${t(`sections.${kind}`)} (${formatNumber(entries.length, language)})`}
      label={t(`sections.${kind}`)}
    >
      <Growing items={entries}>
        {({ project, test }) => (
          <li key={project.id} data-wide={test !== null || undefined}>
            {test === null ? (
              <ProjectCard
                project={project}
                onAsk={what => setTask({ what, projectId: project.id })}
              />
            ) : (
              <TestGroup
                project={project}
                test={test}
                onAsk={(what, { id }) => setTask({ what, projectId: id })}
              />
            )}
          </li>
        )}
      </Growing>
    </Section>
  );
}

function Section({
  title,
  label,
  children,
}: {
  title: string;
  label: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={2} size="h4" id={id} mb="sm">
        {title}
      </Title>
      <ul className={classes.grid} aria-label={label}>
        {children}
      </ul>
    </section>
  );
}
