import { confirmOwnEmail } from '@hzm/contracts/features/own-account/api';
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

/** Confirms a new email by a button, because mail programs open links by themselves. */
export function ConfirmEmailScreen({ token }: { token: string }) {
  const { t } = useTranslation(['account', 'forms']);
  const errorText = useErrorText();
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const { busy, error, run } = useSending();
  const confirm = (): void =>
    void run(async () => {
      setConfirmed((await send(confirmOwnEmail, { body: { token } })).data.email);
    });
  const state = confirmed === null ? (error && isGoneLink(error) ? 'gone' : 'ask') : 'done';
  const other = {
    question: t('confirmEmail.question'),
    to: '/login',
    text: t('forms:register.toLogin'),
  } as const;
  return (
    <AccountPage
      title={t(`confirmEmail.${state}.title`)}
      lead={t(`confirmEmail.${state}.lead`)}
      other={other}
    >
      {state === 'ask' ? (
        <Stack>
          {error && (
            <Alert color="red" role="alert">
              {errorText(error)}
            </Alert>
          )}
          <Button fullWidth size="md" loading={busy} onClick={confirm}>
            {t('confirmEmail.ask.submit')}
          </Button>
        </Stack>
      ) : (
        <>
          <Text role={state === 'done' ? 'status' : 'alert'}>
            {t(`confirmEmail.${state}.text`, { email: confirmed })}
          </Text>
          <Button component={Link} to="/account" replace fullWidth size="md" ref={takeFocus}>
            {t('confirmEmail.toAccount')}
          </Button>
        </>
      )}
    </AccountPage>
  );
}
