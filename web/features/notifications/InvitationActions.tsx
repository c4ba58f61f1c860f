import {
  acceptOwnInvitation,
  declineInvitation,
  mailInvitation,
} from '@hzm/contracts/features/members/api';
import type { InvitationOffer } from '@hzm/contracts/features/members/member';
import { Button, Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { useLive } from '../../state/live-resource.ts';
import { useSession } from '../../state/use-session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { invitationsTo, notificationsFor } from './live.ts';
import classes from './Notifications.module.css';

/**
 * Answers to an invitation that is still open. Accepting takes an address that is proven; otherwise
 * its link is mailed there.
 */
export function InvitationActions({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('notifications');
  const { user } = useSession();
  const navigate = useNavigate();
  const { busy, error, run } = useSending();
  const { data } = useLive(invitationsTo(user.id));
  const offer = data?.invitations.find(one => one.id === id);
  if (!data || !offer) return null;
  const { isProven, sendsMail } = data;
  const { projectName: project, inviterName: inviter, email } = offer;
  const params = { invitationId: id };
  const accept = (): Promise<void> =>
    run(async () => {
      const { data: joined } = await send(acceptOwnInvitation, { params });
      notifyDone(t('invitation.accepted', { project }));
      onClose();
      await navigate({ to: '/projects/$id', params: { id: joined.project.id } as never });
    });
  const mail = (): Promise<void> =>
    run(async () => {
      const { mailed } = (await send(mailInvitation, { params })).data;
      if (mailed) notifyDone(t('invitation.mailed', { email }));
      else notifyFailed(t('invitation.notMailed'));
    });
  const decline = (): Promise<void> =>
    run(async () => {
      await send(declineInvitation, { params });
      notifyDone(t('invitation.declined', { project }));
      await Promise.all([notificationsFor(user.id).reload(), invitationsTo(user.id).reload()]);
    });
  const hint = sendsMail
    ? t('invitation.byMail', { email })
    : t('invitation.byInviter', { inviter });
  return (
    <div className={classes.answers}>
      {error && <ErrorNotice error={error} title={t('notSaid')} />}
      {!isProven && (
        <Text size="xs" c="dimmed" mb={6}>
          {hint}
        </Text>
      )}
      <AnswerButtons
        data={data}
        busy={busy}
        accept={accept}
        mail={mail}
        offer={offer}
        decline={decline}
      />
    </div>
  );
}

function AnswerButtons({
  data,
  busy,
  accept,
  mail,
  offer,
  decline,
}: {
  data: { invitations: InvitationOffer[]; isProven: boolean; sendsMail: boolean };
  busy: boolean;
  accept: () => Promise<void>;
  mail: () => Promise<void>;
  offer: InvitationOffer;
  decline: () => Promise<void>;
}) {
  const { t } = useTranslation('notifications');
  const { isProven, sendsMail } = data;
  const { projectName: project } = offer;
  return (
    <Group gap="xs">
      {isProven && (
        <Button size="compact-sm" loading={busy} onClick={() => void accept()}>
          {t('invitation.accept')}
        </Button>
      )}
      {!isProven && sendsMail && (
        <Button size="compact-sm" loading={busy} onClick={() => void mail()}>
          {t('invitation.mail')}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        loading={busy}
        aria-label={t('invitation.declineOf', { project })}
        onClick={() => void decline()}
      >
        {t('invitation.decline')}
      </Button>
    </Group>
  );
}
