import { login } from '@hzm/contracts/features/accounts/api';
import { Alert, Anchor, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/api-error.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { send } from '../../lib/http.ts';
import { signIn } from '../../state/session.ts';
import { useInvitedEmail } from '../../ui/invited-email.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { textsOf } from '../../ui/rule-texts.ts';
import { useLasting } from '../../ui/use-lasting.ts';
import { useSending } from '../../ui/use-sending.ts';
import { AccountForm } from './AccountForm.tsx';
import { loginProblems } from './rules.ts';
import classes from './AccountForm.module.css';

/**
 * Wait after which a slow login is explained, in milliseconds: the server delays logins while an
 * attacker guesses the password.
 */
const SLOW_MS = 3_000;

/** @param notice shown above the form until there is an error */
export function LoginScreen({ notice }: { notice: ReactNode }) {
  const { t } = useTranslation(['forms']);
  const errorText = useErrorText();
  const form = useForm({
    initialValues: { email: useInvitedEmail(), password: '' },
    validate: values => textsOf(t, loginProblems(values)),
  });
  const { busy, error, run } = useSending();
  const isSlow = useLasting(busy, SLOW_MS);
  const submit = form.onSubmit(values =>
    run(async () => signIn((await send(login, { body: values })).data)),
  );

  const reason = (failure: ApiError): string => {
    if (failure.status === 401) return t('login.wrong');
    return failure.status === 0 || [403, 429].includes(failure.status)
      ? errorText(failure)
      : t('login.failed');
  };
  return (
    <AccountForm
      title={t('login.title')}
      lead={t('login.lead')}
      submit={t('login.submit')}
      busy={busy}
      failure={
        isSlow ? (
          <Alert role="status">{t('login.slow')}</Alert>
        ) : error ? (
          <Alert color="red" role="alert">
            {reason(error)}
          </Alert>
        ) : (
          notice
        )
      }
      other={{ question: t('login.noAccount'), to: '/register', text: t('login.toRegister') }}
      onSubmit={submit}
    >
      <TextInput
        name="email"
        type="email"
        autoComplete="username"
        label={t('email')}
        placeholder={t('emailHint')}
        required
        {...form.getInputProps('email')}
      />
      <PasswordField
        name="password"
        autoComplete="current-password"
        label={t('password')}
        required
        {...form.getInputProps('password')}
      />
      <ForgottenLink />
    </AccountForm>
  );
}

function ForgottenLink() {
  const { t } = useTranslation(['forms']);
  return (
    <Anchor
      component={Link}
      to="/forgotten-password"
      search={true as never}
      size="sm"
      underline="always"
      className={classes.forgotten}
    >
      {t('login.forgotten')}
    </Anchor>
  );
}
