import { acceptInvitation, declineInvitation } from '@hzm/contracts/features/members/api';
import type { InvitationOffer } from '@hzm/contracts/features/members/member';
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconUserExclamation } from '@tabler/icons-react';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { useAtomValue } from '../../state/jotai.ts';
import type { Session } from '../../state/session-sharing.ts';
import { sessionAtom, signOut } from '../../state/session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { useSending } from '../../ui/use-sending.ts';

/** Buttons to accept or decline an invitation, or to sign in as the invited person first. */
export function AcceptActions({ token, offer }: { token: string; offer: InvitationOffer | null }) {
  const { t } = useTranslation('members');
  const session = useAtomValue(sessionAtom);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { busy, error, run } = useSending();
  const back = { redirect: pathname } as never;
  if (!offer)
    return (
      session && (
        <Group>
          <Button component={Link} to="/projects">
            {t('accept.toProjects')}
          </Button>
        </Group>
      )
    );
  if (!session) {
    return <VisitorActions offer={offer} back={back} />;
  }
  if (session.user.email !== offer.email) {
    const leave = (): void => {
      signOut();
      void navigate({ to: '/login', search: back });
    };
    return <OtherAccount session={session} offer={offer} leave={leave} />;
  }
  const accept = (): Promise<void> =>
    run(async () => {
      const {
        data: { project },
      } = await send(acceptInvitation, { params: { token } });
      notifyDone(t('accept.done', { project: project.name }));
      await navigate({ to: '/projects/$id', params: { id: project.id } as never });
    });
  const decline = (): Promise<void> =>
    run(async () => {
      await send(declineInvitation, { params: { invitationId: offer.id } });
      notifyDone(t('accept.declined', { project: offer.projectName }));
      await navigate({ to: '/projects' });
    });
  return (
    <>
      {error && <ErrorNotice error={error} title={t('accept.answerFailed')} />}
      <Group>
        <Button loading={busy} onClick={() => void accept()}>
          {t('accept.submit')}
        </Button>
        <Button variant="default" loading={busy} onClick={() => void decline()}>
          {t('accept.decline')}
        </Button>
      </Group>
    </>
  );
}

function VisitorActions({ offer, back }: { offer: InvitationOffer; back: never }) {
  const { t } = useTranslation('members');
  const state = { invited: offer.email };
  return (
    <>
      <Text size="sm">{t('accept.visitor', { email: offer.email })}</Text>
      <Group>
        <Button component={Link} to="/login" search={back} state={state}>
          {t('accept.signIn')}
        </Button>
        <Button component={Link} to="/register" search={back} state={state} variant="default">
          {t('accept.register')}
        </Button>
      </Group>
    </>
  );
}

function OtherAccount({
  session,
  offer,
  leave,
}: {
  session: Session;
  offer: InvitationOffer;
  leave: () => void;
}) {
  const { t } = useTranslation('members');
  return (
    <>
      <Alert
        color="yellow"
        icon={<IconUserExclamation size={20} aria-hidden />}
        title={t('accept.wrongTitle')}
      >
        {t('accept.wrong', { email: session.user.email, invited: offer.email })}
      </Alert>
      <Group>
        <Button onClick={leave}>{t('accept.switch')}</Button>
      </Group>
    </>
  );
}
