import { Button, Group, Stack, Text } from '@mantine/core';
import { removeMember } from '@hzm/contracts/features/members/api';
import type { Member } from '@hzm/contracts/features/members/member';
import type { Project } from '@hzm/contracts/features/projects/project';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { useSending } from '../../ui/use-sending.ts';

interface Props {
  member: Member | null;
  project: Project;
  isMe: boolean;
  onClose: () => void;
}

/** Asks before somebody is taken out of the project, or leaves it. */
export function RemoveDialog({ member, project, isMe, onClose }: Props) {
  const { t } = useTranslation(['members', 'common']);
  const navigate = useNavigate();
  const { busy, error, run } = useSending();
  const values = { name: member?.name ?? '', project: project.name };
  const confirm = (): Promise<void> => run(async () => {
    if (!member) return;
    await send(removeMember, { params: { projectId: project.id, userId: member.userId } });
    notifyDone(t(isMe ? 'leave.done' : 'remove.done', values));
    onClose();
    if (isMe) await navigate({ to: '/projects' });
  });
  return (
    <Dialog opened={member !== null} onClose={onClose} title={t(isMe ? 'leave.title' : 'remove.title', values)}>
      <Stack>
        <Text size="sm">{t(isMe ? 'leave.text' : 'remove.text', values)}</Text>
        {error && <ErrorNotice error={error} title={t(isMe ? 'leave.failed' : 'remove.failed')} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>{t('common:cancel')}</Button>
          <Button color="red" loading={busy} onClick={() => void confirm()}>{t(isMe ? 'leave.confirm' : 'remove.confirm')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
