import { resetPassword } from '@hzm/contracts/features/accounts/api';
import { Alert, Button, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/error-text.ts';
import { send } from '../../lib/http.ts';
import { store } from '../../state/jotai.ts';
import { sessionAtom, signOut } from '../../state/session.ts';
import { takeFocus } from '../../ui/focus-first.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { textsOf } from '../../ui/rule-texts.ts';
import { useSending } from '../../ui/use-sending.ts';
import { AccountForm } from './AccountForm.tsx';
import { AccountPage } from './AccountPage.tsx';
import { isGoneLink } from './gone-link.ts';
import { passwordProblems } from './rules.ts';

/** Sets a new password with a mailed link. */
export function ResetPasswordScreen({ token }: { token: string }) {
  const { t } = useTranslation(['forms']);
  const errorText = useErrorText();
  const [isDone, setDone] = useState(false);
  const form = useForm({
    initialValues: { password: '', confirmPassword: '' },
    validate: values => textsOf(t, passwordProblems(values)),
  });
  const { busy, error, run } = useSending();
  const submit = form.onSubmit(({ password }) =>
    run(async () => {
      await send(resetPassword, { body: { token, newPassword: password } });
      // A link starts with its account's id; a different signed-in person stays signed in.
      if (store.get(sessionAtom)?.user.id.replaceAll('-', '') === token.slice(0, 32)) signOut();
      setDone(true);
    }),
  );
  const other = {
    question: t('forgotten.remembered'),
    to: '/login',
    text: t('register.toLogin'),
  } as const;

  if (isDone || (error && isGoneLink(error))) {
    const state = isDone ? 'done' : 'gone';
    return <ResetOutcome state={state} other={other} isDone={isDone} />;
  }
  return (
    <AccountForm
      title={t('reset.title')}
      lead={t('reset.lead')}
      other={other}
      submit={t('reset.submit')}
      busy={busy}
      failure={
        error && (
          <Alert color="red" role="alert">
            {errorText(error)}
          </Alert>
        )
      }
      onSubmit={submit}
    >
      <PasswordField
        name="password"
        autoComplete="new-password"
        label={t('reset.password')}
        description={t('register.passwordHint')}
        required
        {...form.getInputProps('password')}
      />
      <PasswordField
        name="confirmPassword"
        autoComplete="new-password"
        label={t('confirmPassword')}
        required
        {...form.getInputProps('confirmPassword')}
      />
    </AccountForm>
  );
}

function ResetOutcome({
  state,
  other,
  isDone,
}: {
  state: 'gone' | 'done';
  other: { question: string; to: '/login'; text: string };
  isDone: boolean;
}) {
  const { t } = useTranslation(['forms']);
  return (
    <AccountPage title={t(`reset.${state}.title`)} lead={t(`reset.${state}.lead`)} other={other}>
      <Text role={isDone ? 'status' : 'alert'}>{t(`reset.${state}.text`)}</Text>
      <Button
        component={Link}
        to={isDone ? '/login' : '/forgotten-password'}
        replace={isDone}
        fullWidth
        size="md"
        ref={takeFocus}
      >
        {t(`reset.${state}.next`)}
      </Button>
    </AccountPage>
  );
}
