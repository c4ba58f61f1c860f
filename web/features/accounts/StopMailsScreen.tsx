import { stopNotificationMails } from '@hzm/contracts/features/notifications/api';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/error-text.ts';
import { send } from '../../lib/http.ts';
import { takeFocus } from '../../ui/focus-first.ts';
import { useSending } from '../../ui/use-sending.ts';
import { AccountPage } from './AccountPage.tsx';
import { isGoneLink } from './gone-link.ts';

/**
 * Unsubscribes from notification mails by a button, because mail programs open links by themselves.
 */
export function StopMailsScreen({ token }: { token: string }) {
  const { t } = useTranslation('notification-settings');
  const errorText = useErrorText();
  const [isDone, setDone] = useState(false);
  const { busy, error, run } = useSending();
  const stop = (): void =>
    void run(async () => {
      await send(stopNotificationMails, { body: { token } });
      setDone(true);
    });
  const state = isDone ? 'done' : error && isGoneLink(error) ? 'gone' : 'ask';
  return (
    <AccountPage
      title={t(`stop.${state}.title`)}
      lead={t(`stop.${state}.lead`)}
      other={{ question: t('stop.change'), to: '/login', text: t('stop.toLogin') }}
    >
      {state === 'ask' ? (
        <Stack>
          {error && (
            <Alert color="red" role="alert">
              {errorText(error)}
            </Alert>
          )}
          <Button fullWidth size="md" loading={busy} onClick={stop}>
            {t('stop.ask.submit')}
          </Button>
        </Stack>
      ) : (
        <>
          <Text role={state === 'done' ? 'status' : 'alert'}>{t(`stop.${state}.text`)}</Text>
          <Button
            component={Link}
            to="/login"
            variant="default"
            fullWidth
            size="md"
            ref={takeFocus}
          >
            {t('stop.toLogin')}
          </Button>
        </>
      )}
    </AccountPage>
  );
}
