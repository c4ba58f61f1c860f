import { changeMember } from '@hzm/contracts/features/members/api';
import type { Member, Renewal } from '@hzm/contracts/features/members/member';
import type { MemberRole } from '@hzm/contracts/features/members/role';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { notifyDone } from '../../ui/notify.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { Question } from '../../ui/Question.tsx';
import { SecretsChoice } from './SecretsChoice.tsx';

interface Props {
  member: Member;
  /** The new role; null while closed. */
  next: MemberRole | null;
  project: Project;
  onClose: () => void;
}

/** Confirmation before lowering a role to one without access to secrets. */
export function LowerRoleDialog({ member, next, project, onClose }: Props) {
  const { t } = useTranslation(['members', 'common']);
  const [renewal, setRenewal] = useState<Renewal>('password');
  const values = { name: member.name, role: next === null ? '' : t(`common:roles.${next}`) };
  const confirm = async (): Promise<void> => {
    if (next === null) return;
    await send(changeMember, {
      params: { projectId: project.id, userId: member.userId },
      body: { role: next, renew: renewal },
    });
    notifyDone(t('changed', values));
    onClose();
  };
  return (
    <Dialog opened={next !== null} onClose={onClose} title={t('lower.title', values)}>
      <Question
        failed={t('changeFailed')}
        confirm={t('lower.confirm')}
        onConfirm={confirm}
        onClose={onClose}
      >
        <Text size="sm">{t('lower.text', values)}</Text>
        <SecretsChoice value={renewal} onChange={setRenewal} />
      </Question>
    </Dialog>
  );
}
