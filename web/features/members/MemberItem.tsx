import { changeMember } from '@hzm/contracts/features/members/api';
import type { Member } from '@hzm/contracts/features/members/member';
import { mayAs } from '@hzm/contracts/features/members/rights';
import { rolesBelow, type MemberRole } from '@hzm/contracts/features/members/role';
import type { Project } from '@hzm/contracts/features/projects/project';
import { ActionIcon, Button, Select, Text, Tooltip } from '@mantine/core';
import { IconArrowsExchange, IconUserMinus, type Icon } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/error-text.ts';
import { formatDate } from '../../lib/format.ts';
import { send } from '../../lib/http.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { RoleBadge } from '../../ui/RoleBadge.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { LowerRoleDialog } from './LowerRoleDialog.tsx';
import classes from './Members.module.css';

interface Props {
  member: Member;
  project: Project;
  isMe: boolean;
  onRemove: () => void;
  onHandOver: () => void;
}

/** A member, with the actions that the reader's role allows. */
export function MemberItem({ member, project, isMe, onRemove, onHandOver }: Props) {
  const { t } = useTranslation(['members', 'common']);
  const language = useLanguage();
  const { name, email, role, since } = member;
  const below = project.role === null ? [] : rolesBelow(project.role);
  const isBelow = role !== 'owner' && below.includes(role);
  const [lower, setLower] = useState<MemberRole | null>(null);
  const { busy, change } = useRoleChange(project, member);
  // Secrets that a manager has seen stay valid unless they are renewed.
  const ask = (next: MemberRole): void =>
    mayAs(role, 'project:write') && !mayAs(next, 'project:write')
      ? setLower(next)
      : void change(next);
  return (
    <li className={classes.item} data-member={email}>
      <div className={classes.who}>
        <Text fw={500}>
          {name}
          {isMe && ` (${t('you')})`}
        </Text>
        <Text size="sm" c="dimmed">
          {email} · {t('since', { date: formatDate(since, language) })}
        </Text>
      </div>
      {isBelow ? (
        <RoleChoice member={member} role={role} busy={busy} below={below} ask={ask} />
      ) : (
        <RoleBadge role={role} />
      )}
      {role !== 'owner' && mayAs(project.role, 'project:own') && (
        <IconAction
          label={t('handOver.open', { name })}
          Icon={IconArrowsExchange}
          onAct={onHandOver}
        />
      )}
      {isMe && role !== 'owner' && <LeaveButton onLeave={onRemove} />}
      {!isMe && isBelow && (
        <IconAction
          label={t('remove.open', { name })}
          Icon={IconUserMinus}
          color="red"
          onAct={onRemove}
        />
      )}
      <LowerRoleDialog
        member={member}
        next={lower}
        project={project}
        onClose={() => setLower(null)}
      />
    </li>
  );
}

function useRoleChange(project: Project, { userId, name }: Member) {
  const { t } = useTranslation(['members', 'common']);
  const errorText = useErrorText();
  const { busy, run } = useSending();
  const change = (next: MemberRole): Promise<void> =>
    run(async () => {
      try {
        await send(changeMember, {
          params: { projectId: project.id, userId },
          body: { role: next },
        });
        notifyDone(t('changed', { name, role: t(`common:roles.${next}`) }));
      } catch (error) {
        notifyFailed(`${t('changeFailed')}: ${errorText(error)}`);
      }
    });
  return { busy, change };
}

function RoleChoice({
  member: { name },
  role,
  busy,
  below,
  ask,
}: {
  member: Member;
  role: MemberRole;
  busy: boolean;
  below: readonly MemberRole[];
  ask: (next: MemberRole) => void;
}) {
  const { t } = useTranslation(['members', 'common']);
  return (
    <Select
      className={classes.role}
      aria-label={t('roleOf', { name })}
      value={role}
      disabled={busy}
      allowDeselect={false}
      data={below.map(value => ({ value, label: t(`common:roles.${value}`) }))}
      onChange={next => {
        if (next !== null && next !== role) ask(next);
      }}
    />
  );
}

function LeaveButton({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('members');
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconUserMinus size={16} aria-hidden />}
      onClick={onLeave}
    >
      {t('leave.open')}
    </Button>
  );
}

function IconAction({
  label,
  Icon: ActionSign,
  color,
  onAct,
}: {
  label: string;
  Icon: Icon;
  color?: 'red';
  onAct: () => void;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color={color ?? 'gray'} aria-label={label} onClick={onAct}>
        <ActionSign size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
