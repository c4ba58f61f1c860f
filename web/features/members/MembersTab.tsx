import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Alert, Anchor, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconUserOff, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepApiMode } from '../../state/api-mode.ts';
import { useSession } from '../../state/use-session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { HandOverDialog } from './HandOverDialog.tsx';
import { InvitationItem } from './InvitationItem.tsx';
import { InviteForm } from './InviteForm.tsx';
import { MemberItem } from './MemberItem.tsx';
import { peopleOf, usePeople } from './members.live.ts';
import { RemoveDialog } from './RemoveDialog.tsx';
import classes from './Members.module.css';

/**
 * Members and invitations of a project. Those of a test environment are managed in its live
 * project.
 */
export function MembersTab({ project }: { project: Project }) {
  const { t } = useTranslation('members');
  if (project.parentProjectId === null) return <People project={project} />;
  return (
    <Stack gap="lg" className={classes.tab}>
      <Alert color="yellow" icon={<IconUsers size={18} aria-hidden />}>
        <Text size="sm">{t('ofLive')}</Text>
        <Anchor
          component={Link}
          to="/projects/$id"
          params={{ id: project.parentProjectId } as never}
          search={{ tab: 'members' } as never}
          size="sm"
          underline="always"
          onClick={() => keepApiMode('live')}
        >
          {t('toLive')}
        </Anchor>
      </Alert>
      <People
        project={{
          ...project,
          id: project.parentProjectId,
          role: project.role === null ? null : 'viewer',
        }}
      />
    </Stack>
  );
}

function People({ project }: { project: Project }) {
  const { t } = useTranslation('members');
  const { user } = useSession();
  const people = usePeople(project.id);
  const [removing, setRemoving] = useState<string | null>(null);
  const [heir, setHeir] = useState<string | null>(null);
  const invites = mayAs(project.role, 'people:write');
  if (people.status === 'loading')
    return (
      <div aria-busy>
        <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
        {[0, 1, 2].map(n => (
          <Skeleton key={n} h={60} mb={8} radius="md" />
        ))}
      </div>
    );
  if (people.status === 'error')
    return (
      <ErrorNotice
        error={people.error}
        title={t('failed')}
        onRetry={() => void peopleOf(project.id).reload()}
      />
    );
  const { members, invitations } = people.data;
  const memberOf = (id: string | null) => members.docs.find(member => member.id === id) ?? null;
  return (
    <Stack gap="lg" className={classes.tab}>
      <Panel
        title={t('title')}
        aside={
          <Text size="sm" c="dimmed">
            {t('count', { count: members.docs.length })}
          </Text>
        }
      >
        <ul className={classes.list} aria-label={t('title')}>
          {members.docs.map(member => (
            <MemberItem
              key={member.id}
              member={member}
              project={project}
              isMe={member.id === user.id}
              onRemove={() => setRemoving(member.id)}
              onHandOver={() => setHeir(member.id)}
            />
          ))}
        </ul>
      </Panel>
      {invites ? (
        <Panel title={t('invite.title')}>
          <InviteForm project={project} />
          {invitations.docs.length > 0 && (
            <ul className={classes.list} aria-label={t('invitations')}>
              {invitations.docs.map(invitation => (
                <InvitationItem key={invitation.id} invitation={invitation} project={project} />
              ))}
            </ul>
          )}
        </Panel>
      ) : (
        !project.isTestEnvironment && (
          <Alert color="gray" icon={<IconUserOff size={18} aria-hidden />}>
            {t('readOnly')}
          </Alert>
        )
      )}
      <RemoveDialog
        member={memberOf(removing)}
        project={project}
        isMe={removing === user.id}
        onClose={() => setRemoving(null)}
      />
      <HandOverDialog member={memberOf(heir)} project={project} onClose={() => setHeir(null)} />
    </Stack>
  );
}
