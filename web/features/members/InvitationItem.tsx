import { linkInvitation, withdrawInvitation } from '@hzm/contracts/features/members/api';
import type { Invitation, InvitationLink } from '@hzm/contracts/features/members/member';
import { rolesBelow } from '@hzm/contracts/features/members/role';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Button, Group, Text } from '@mantine/core';
import { IconLink, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/error-text.ts';
import { formatDate } from '../../lib/format.ts';
import { send } from '../../lib/http.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { without } from '../../state/live.ts';
import { peopleOf } from '../../state/members.live.ts';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { RoleBadge } from '../../ui/RoleBadge.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { LinkNotice } from './LinkNotice.tsx';
import classes from './Members.module.css';

export function InvitationItem({
  invitation,
  project,
}: {
  invitation: Invitation;
  project: Project;
}) {
  const { t } = useTranslation('members');
  const errorText = useErrorText();
  const language = useLanguage();
  const { busy, run } = useSending();
  const [link, setLink] = useState<InvitationLink | null>(null);
  const { id, email, role, invitedBy, expiresAt } = invitation;
  const withdraw = (): Promise<void> =>
    run(async () => {
      try {
        await send(withdrawInvitation, { params: { projectId: project.id, invitationId: id } });
        peopleOf(project.id).update(people => ({
          ...people,
          invitations: without(people.invitations, id),
        }));
        notifyDone(t('withdrawn', { email }));
      } catch (error) {
        notifyFailed(`${t('withdrawFailed')}: ${errorText(error)}`);
      }
    });
  const renew = (): Promise<void> =>
    run(async () => {
      try {
        const params = { projectId: project.id, invitationId: id };
        setLink((await send(linkInvitation, { params })).data.invitation);
      } catch (error) {
        notifyFailed(`${t('newLinkFailed')}: ${errorText(error)}`);
      }
    });
  return (
    <li className={classes.item} data-invitation={email}>
      <div className={classes.who}>
        <Text fw={500}>{email}</Text>
        <Text size="sm" c="dimmed">
          {t('invitedBy', { name: invitedBy.name, date: formatDate(expiresAt, language) })}
        </Text>
      </div>
      <RoleBadge role={role} />
      {project.role !== null && rolesBelow(project.role).includes(role) && (
        <InvitationButtons busy={busy} invitation={invitation} renew={renew} withdraw={withdraw} />
      )}
      {link && <LinkNotice invitation={link} />}
    </li>
  );
}

function InvitationButtons({
  busy,
  invitation,
  renew,
  withdraw,
}: {
  busy: boolean;
  invitation: Invitation;
  renew: () => Promise<void>;
  withdraw: () => Promise<void>;
}) {
  const { t } = useTranslation('members');
  const { email } = invitation;
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="sm"
        loading={busy}
        leftSection={<IconLink size={16} aria-hidden />}
        aria-label={t('newLinkOf', { email })}
        onClick={() => void renew()}
      >
        {t('newLink')}
      </Button>
      <Button
        variant="default"
        size="sm"
        loading={busy}
        leftSection={<IconX size={16} aria-hidden />}
        aria-label={t('withdrawOf', { email })}
        onClick={() => void withdraw()}
      >
        {t('withdraw')}
      </Button>
    </Group>
  );
}
