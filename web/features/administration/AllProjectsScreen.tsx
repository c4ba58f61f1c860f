import type { RequestOf } from '@hzm/contracts/core/call';
import { Id } from '@hzm/contracts/core/ids';
import type { AdminProject } from '@hzm/contracts/features/administration/administration';
import { listAllProjects } from '@hzm/contracts/features/administration/api';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Button, Group, NativeSelect, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { IconFolders, IconX } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { AccessDenied } from '../../ui/AdminOnly.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Page } from '../../ui/Page.tsx';
import { useAdminAnswer } from '../../ui/use-admin-answer.ts';
import { AdminProjectCard } from './AdminProjectCard.tsx';
import { Pager } from './Pager.tsx';
import { everyProjectSorts, isEveryProjectSort, type EveryProjectView } from './projects-view.ts';
import { SearchInput } from './SearchInput.tsx';
import classes from './AllProjects.module.css';

const PAGE_SIZE = 24;
const orders = {
  newest: { sort: 'createdAt', order: 'desc' },
  oldest: { sort: 'createdAt', order: 'asc' },
  name: { sort: 'name', order: 'asc' },
} as const;

const everyProjectQuery = ({
  q,
  owner,
  sort = 'newest',
  page = 1,
}: EveryProjectView): RequestOf<typeof listAllProjects>['query'] => ({
  ...(q?.trim() && { search: q.trim().slice(0, 200) }),
  ...(Id.safeParse(owner).success && { owner }),
  ...orders[sort],
  page,
  limit: PAGE_SIZE,
});

const route = getRouteApi('/_signed-in/database-projects');

/**
 * All projects, for administrators. @param deletion the dialog that deletes a project, open while
 * there is one
 */
export function AllProjectsScreen({
  deletion,
}: {
  deletion: (project: Project | null, onClose: () => void) => ReactNode;
}) {
  const { t } = useTranslation('administration');
  const view = route.useSearch();
  const navigate = route.useNavigate();
  const [deleting, setDeleting] = useState<AdminProject | null>(null);
  const { data, error, isOld, reload } = useAdminAnswer(
    listAllProjects,
    { query: everyProjectQuery(view) },
    ({ kind }) => kind === 'listed-project' || kind === 'person',
  );
  const show = (next: EveryProjectView): void =>
    void navigate({ search: next, replace: true, resetScroll: false });
  const { page = 1, ...first } = view;
  if (error?.status === 403) return <AccessDenied />;
  const owner = view.owner === undefined ? undefined : data?.projects[0]?.owner.name;
  return (
    <Page
      title={t('projects.title')}
      subtitle={t('projects.lead')}
      back={<BackLink to="/dashboard" label={t('back')} />}
    >
      <ProjectSearch view={view} show={show} first={first} owner={owner} />
      <ProjectCount data={data} />
      {error && (
        <ErrorNotice
          error={error}
          title={t(error.status === 401 ? 'signedOut' : 'projects.failed')}
          onRetry={reload}
        />
      )}
      {!data && !error && <ProjectsSkeleton />}
      {data?.projects.length === 0 && (
        <EmptyState
          icon={<IconFolders size={26} />}
          text={t(view.q || view.owner ? 'projects.nothing' : 'projects.empty')}
        />
      )}
      {data && data.projects.length > 0 && (
        <ProjectList isOld={isOld} data={data} setDeleting={setDeleting} />
      )}
      {data && (
        <Pager
          page={page}
          pages={data.pagination.totalPages ?? 1}
          onPage={next => show({ ...view, page: next })}
        />
      )}
      {deletion(deleting, () => {
        setDeleting(null);
        reload();
      })}
    </Page>
  );
}

function ProjectCount({
  data,
}: {
  data: {
    projects: AdminProject[];
    pagination: {
      page: number;
      limit: number;
      total?: number;
      totalIsAtLeast?: true;
      totalPages?: number;
      nextCursor?: string;
    };
  } | null;
}) {
  const { t } = useTranslation('administration');
  const language = useLanguage();
  return (
    <Text size="sm" c="dimmed" my={-8} role="status">
      {data &&
        t('projects.count', {
          count: data.pagination.total,
          formatted: formatNumber(data.pagination.total ?? 0, language),
        })}
    </Text>
  );
}

function ProjectsSkeleton() {
  const { t } = useTranslation('administration');
  return (
    <div className={classes.grid} aria-busy>
      <VisuallyHidden role="status">{t('projects.loading')}</VisuallyHidden>
      {[0, 1, 2].map(n => (
        <Skeleton key={n} h={240} radius="lg" />
      ))}
    </div>
  );
}

function ProjectList({
  isOld,
  data,
  setDeleting,
}: {
  isOld: boolean;
  data: {
    projects: AdminProject[];
    pagination: {
      page: number;
      limit: number;
      total?: number;
      totalIsAtLeast?: true;
      totalPages?: number;
      nextCursor?: string;
    };
  };
  setDeleting: (value: AdminProject | null) => void;
}) {
  const { t } = useTranslation('administration');
  return (
    <ul className={classes.grid} aria-label={t('projects.list')} data-old={isOld || undefined}>
      {data.projects.map(project => (
        <li key={project.id}>
          <AdminProjectCard project={project} onDelete={() => setDeleting(project)} />
        </li>
      ))}
    </ul>
  );
}

function ProjectSearch({
  view,
  show,
  first,
  owner,
}: {
  view: { q?: string; owner?: string; sort?: 'newest' | 'oldest' | 'name'; page?: number };
  show: (next: EveryProjectView) => void;
  first: { q?: string; owner?: string; sort?: 'newest' | 'oldest' | 'name' };
  owner: string | undefined;
}) {
  const { t } = useTranslation('administration');
  return (
    <Group gap="sm" align="center" role="search" aria-label={t('projects.search')}>
      <SearchInput
        label={t('projects.search')}
        text={view.q ?? ''}
        onChange={q => show({ ...first, q })}
      />
      <NativeSelect
        aria-label={t('sort.label')}
        value={view.sort ?? 'newest'}
        onChange={({ currentTarget: { value } }) => {
          if (isEveryProjectSort(value)) show({ ...first, sort: value });
        }}
        data={everyProjectSorts.map(value => ({ value, label: t(`sort.${value}`) }))}
      />
      {view.owner !== undefined && (
        <Button
          variant="light"
          size="sm"
          rightSection={<IconX size={16} aria-hidden />}
          aria-label={t('projects.allOwners')}
          onClick={() => {
            const { owner: _, ...rest } = first;
            show(rest);
          }}
        >
          {owner ?? t('projects.oneOwner')}
        </Button>
      )}
    </Group>
  );
}
