import type { User } from '@hzm/contracts/features/accounts/account';
import type { Invitation } from '@hzm/contracts/features/members/member';
import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { IconUserOff, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepApiMode } from '../../state/api-mode.ts';
import type { Known } from '../../state/live.ts';
import { peopleOf, usePeople, type People } from '../../state/members.live.ts';
import { useSession } from '../../state/use-session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { HandOverDialog } from './HandOverDialog.tsx';
import { InvitationItem } from './InvitationItem.tsx';
import { InviteForm } from './InviteForm.tsx';
import { MemberItem } from './MemberItem.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import classes from './Members.module.css';

/**
 * Members and invitations of a project. Those of a test environment are managed in its live
 * project.
 */
export function MembersTab({ project }: { project: Project }) {
  const { t } = useTranslation('members');
  if (project.parentProjectId === null) return <ProjectPeople project={project} />;
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
      <ProjectPeople
        project={{
          ...project,
          id: project.parentProjectId,
          role: project.role === null ? null : 'viewer',
        }}
      />
    </Stack>
  );
}

function ProjectPeople({ project }: { project: Project }) {
  const { t } = useTranslation('members');
  const { user } = useSession();
  const people = usePeople(project.id);
  const [removing, setRemoving] = useState<string | null>(null);
  const [heir, setHeir] = useState<string | null>(null);
  const invites = mayAs(project.role, 'people:write');
  if (people.status === 'loading')
    return <Waiting text={t('loading')} heights={[60, 60, 60]} gap={8} />;
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
      <MemberList
        members={members}
        project={project}
        user={user}
        setRemoving={setRemoving}
        setHeir={setHeir}
      />
      {invites ? (
        <InvitePanel project={project} invitations={invitations} />
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

function MemberList({
  members,
  project,
  user,
  setRemoving,
  setHeir,
}: {
  members: People['members'];
  project: Project;
  user: User;
  setRemoving: (value: string | null) => void;
  setHeir: (value: string | null) => void;
}) {
  const { t } = useTranslation('members');
  return (
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
  );
}

function InvitePanel({
  project,
  invitations,
}: {
  project: Project;
  invitations: Known<Invitation>;
}) {
  const { t } = useTranslation('members');
  return (
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
  );
}
