import { Text } from '@mantine/core';
import { removeMember } from '@hzm/contracts/features/members/api';
import type { Member } from '@hzm/contracts/features/members/member';
import type { Project } from '@hzm/contracts/features/projects/project';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { notifyDone } from '../../ui/notify.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { Question } from '../../ui/Question.tsx';

interface Props {
  member: Member | null;
  project: Project;
  isMe: boolean;
  onClose: () => void;
}

/** Asks before somebody is taken out of the project, or leaves it. */
export function RemoveDialog({ member, project, isMe, onClose }: Props) {
  const { t } = useTranslation('members');
  const navigate = useNavigate();
  const values = { name: member?.name ?? '', project: project.name };
  const confirm = async (): Promise<void> => {
    if (!member) return;
    await send(removeMember, { params: { projectId: project.id, userId: member.userId } });
    notifyDone(t(isMe ? 'leave.done' : 'remove.done', values));
    onClose();
    if (isMe) await navigate({ to: '/projects' });
  };
  return (
    <Dialog opened={member !== null} onClose={onClose} title={t(isMe ? 'leave.title' : 'remove.title', values)}>
      <Question failed={t(isMe ? 'leave.failed' : 'remove.failed')} confirm={t(isMe ? 'leave.confirm' : 'remove.confirm')} onConfirm={confirm} onClose={onClose}>
        <Text size="sm">{t(isMe ? 'leave.text' : 'remove.text', values)}</Text>
      </Question>
    </Dialog>
  );
}
