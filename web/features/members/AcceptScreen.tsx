import { getInvitation } from '@hzm/contracts/features/members/api';
import type { InvitationOffer } from '@hzm/contracts/features/members/member';
import { Paper, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { VisitorPage } from '../../shell/VisitorPage.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { AcceptActions } from './AcceptActions.tsx';
import classes from './Members.module.css';

/** An invitation: project, inviter and role, shown before the sign-in. */
export function AcceptScreen({ token }: { token: string }) {
  const { t } = useTranslation('members');
  const { data, error, reload } = useAnswer(getInvitation, { params: { token } });
  const offer = error ? null : (data?.invitation ?? null);
  const isGone = error !== null && [400, 404].includes(error.status);
  const title = t(isGone ? 'accept.goneTitle' : 'accept.title');
  return (
    <VisitorPage title={title} description={title}>
      <div className={classes.place}>
        <Paper withBorder className={classes.card}>
          <Stack>
            <Title order={1} size="h2">
              {title}
            </Title>
            {offer === null && error === null && (
              <Waiting text={t('accept.loading')} heights={[140]} />
            )}
            {isGone && <Text role="alert">{t('accept.gone')}</Text>}
            {error && !isGone && (
              <ErrorNotice error={error} title={t('accept.failed')} onRetry={reload} />
            )}
            {offer && <Offer offer={offer} />}
            {(offer || isGone) && <AcceptActions token={token} offer={offer} />}
          </Stack>
        </Paper>
      </div>
    </VisitorPage>
  );
}

function Offer({
  offer: { projectName, inviterName, role, email, expiresAt },
}: {
  offer: InvitationOffer;
}) {
  const { t } = useTranslation(['members', 'common']);
  const language = useLanguage();
  return (
    <>
      <Text>{t('accept.text', { inviter: inviterName, project: projectName })}</Text>
      <Facts
        facts={[
          { name: t('accept.role'), value: `${t(`common:roles.${role}`)}. ${t(`may.${role}`)}` },
          { name: t('accept.for'), value: email },
          { name: t('accept.until'), value: formatDate(expiresAt, language) },
        ]}
      />
    </>
  );
}
