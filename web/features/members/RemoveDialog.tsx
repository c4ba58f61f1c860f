import { removeMember } from '@hzm/contracts/features/members/api';
import type { Member, Renewal } from '@hzm/contracts/features/members/member';
import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import { listWidgets } from '@hzm/contracts/features/widgets/api';
import { Checkbox, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { Question } from '../../ui/Question.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { endLinksOf } from './end-links.ts';
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
  const sharesRows = !isMe && mayAs(member.role, 'rows:share');
  const params = { projectId: project.id };
  const widgets = useAnswer(listWidgets, sharesRows ? { params } : null);
  const forms = widgets.data?.widgets.filter(({ type }) => type === 'form') ?? [];
  const [endsLinks, setEndsLinks] = useState(false);
  const confirm = async (): Promise<void> => {
    if (endsLinks)
      await endLinksOf(
        member.userId,
        forms.map(({ id }) => id),
      );
    await send(removeMember, {
      params: { ...params, userId: member.userId },
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
      {widgets.error && (
        <ErrorNotice
          error={widgets.error}
          title={t('remove.linksUnread')}
          onRetry={widgets.reload}
        />
      )}
      {forms.length > 0 && (
        <Checkbox
          label={t('remove.links')}
          description={t('remove.linksHint', values)}
          checked={endsLinks}
          onChange={({ currentTarget }) => setEndsLinks(currentTarget.checked)}
        />
      )}
    </Question>
  );
}
