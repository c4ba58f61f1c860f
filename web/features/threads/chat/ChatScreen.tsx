import { isolated } from '@hzm/contracts/core/isolated';
import { mayAs } from '@hzm/contracts/features/members/rights';
import { Button, Group, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useProjects } from '../../../state/projects.live.ts';
import { useSession } from '../../../state/use-session.ts';
import { BackLink } from '../../../ui/BackLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Page } from '../../../ui/Page.tsx';
import { ThreadCard } from '../list/ThreadCard.tsx';
import { chatOf, useChat } from './chat.live.ts';
import classes from '../Threads.module.css';

/** Threads of all projects, newest first, with links to each project's own. */
export function ChatScreen() {
  const { t } = useTranslation(['chat', 'threads', 'common']);
  const { user } = useSession();
  const chat = useChat();
  // Many projects have the default name, so the owner is added.
  const projects = (useProjects().data?.docs ?? [])
    .filter(({ role }) => mayAs(role, 'threads:read'))
    .map(({ id, name, userId, owner }) => ({
      id,
      name: userId === user.id ? name : `${isolated(name)} · ${isolated(owner.name)}`,
    }));
  const nameOf = new Map(projects.map(({ id, name }) => [id, name]));
  const threads = chat.data?.threads ?? [];
  return (
    <Page
      title={t('title')}
      subtitle={t('lead')}
      back={<BackLink to="/dashboard" label={t('common:denied.back')} />}
    >
      {chat.status === 'loading' && (
        <div aria-busy className={classes.cards}>
          <VisuallyHidden role="status">{t('threads:loading')}</VisuallyHidden>
          {[0, 1, 2].map(n => (
            <Skeleton key={n} h={92} radius="md" />
          ))}
        </div>
      )}
      {chat.status === 'error' && (
        <ErrorNotice
          error={chat.error}
          title={t('threads:failed')}
          wordless={t('threads:failedFetch')}
          onRetry={() => void chatOf(user.id).reload()}
        />
      )}
      {chat.status === 'ready' && threads.length === 0 && (
        <EmptyState icon={<IconMessages size={26} />} text={t('empty')} />
      )}
      {threads.length > 0 && (
        <ul className={classes.cards} aria-label={t('newest')}>
          {threads.map(thread => (
            <li key={thread.id}>
              <ThreadCard
                thread={thread}
                isOpen={false}
                project={{ id: thread.project_id, name: nameOf.get(thread.project_id) }}
              />
            </li>
          ))}
        </ul>
      )}
      {projects.length > 0 && <ProjectLinks projects={projects} />}
    </Page>
  );
}

function ProjectLinks({ projects }: { projects: { id: string; name: string }[] }) {
  const { t } = useTranslation(['chat', 'threads', 'common']);
  return (
    <section aria-labelledby="chat-projects">
      <Title order={2} size="h5" id="chat-projects">
        {t('projects')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('projectsHint')}
      </Text>
      <Group gap="xs">
        {projects.map(({ id, name }) => (
          <Button
            key={id}
            variant="default"
            component={Link}
            to={`/projects/${id}/endpoint-requests`}
            search={{ tab: 'chat' } as never}
            maw="100%"
          >
            <bdi>{name}</bdi>
          </Button>
        ))}
      </Group>
    </section>
  );
}
