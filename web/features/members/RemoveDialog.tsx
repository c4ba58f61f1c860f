import { removeMember } from '@hzm/contracts/features/members/api';
import type { Member, Renewal } from '@hzm/contracts/features/members/member';
import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { notifyDone } from '../../ui/notify.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { Question } from '../../ui/Question.tsx';
import { SecretsChoice } from './SecretsChoice.tsx';

interface Props {
  member: Member | null;
  project: Project;
  isMe: boolean;
  onClose: () => void;
}

export function RemoveDialog({ member, project, isMe, onClose }: Props) {
  const { t } = useTranslation('members');
  return (
    <Dialog
      opened={member !== null}
      onClose={onClose}
      title={t(isMe ? 'leave.title' : 'remove.title', { name: member?.name ?? '' })}
    >
      {member && <Asking member={member} project={project} isMe={isMe} onClose={onClose} />}
    </Dialog>
  );
}

function Asking({ member, project, isMe, onClose }: Props & { member: Member }) {
  const { t } = useTranslation('members');
  const navigate = useNavigate();
  const [renewal, setRenewal] = useState<Renewal>('password');
  const values = { name: member.name, project: project.name };
  const seesSecrets = mayAs(member.role, 'project:write');
  const confirm = async (): Promise<void> => {
    await send(removeMember, {
      params: { projectId: project.id, userId: member.userId },
      ...(seesSecrets && { body: { renew: renewal } }),
    });
    notifyDone(t(isMe ? 'leave.done' : 'remove.done', values));
    onClose();
    if (isMe) await navigate({ to: '/projects' });
  };
  return (
    <Question
      failed={t(isMe ? 'leave.failed' : 'remove.failed')}
      confirm={t(isMe ? 'leave.confirm' : 'remove.confirm')}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text size="sm">{t(isMe ? 'leave.text' : 'remove.text', values)}</Text>
      {seesSecrets && !isMe && <SecretsChoice value={renewal} onChange={setRenewal} />}
    </Question>
  );
}
