import { register } from '@hzm/contracts/features/accounts/api';
import { Alert, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/api-error.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { send } from '../../lib/http.ts';
import { signIn } from '../../state/session.ts';
import { useInvitedEmail } from '../../ui/invited-email.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { textsOf } from '../../ui/rule-texts.ts';
import { useSending } from '../../ui/use-sending.ts';
import { AccountForm } from './AccountForm.tsx';
import { registerProblems } from './rules.ts';

export function RegisterScreen() {
  const { t } = useTranslation(['forms']);
  const errorText = useErrorText();
  const form = useForm({
    initialValues: { name: '', email: useInvitedEmail(), password: '', confirmPassword: '' },
    validate: values => textsOf(t, registerProblems(values)),
  });
  const { busy, error, run } = useSending();
  const submit = form.onSubmit(({ name, email, password }) =>
    run(async () => signIn((await send(register, { body: { name, email, password } })).data)),
  );

  const reason = (failure: ApiError): string => {
    if (failure.code === 'EMAIL_TAKEN') return t('register.taken');
    return [0, 400, 429].includes(failure.status) ? errorText(failure) : t('register.failed');
  };
  return (
    <AccountForm
      title={t('register.title')}
      lead={t('register.lead')}
      submit={t('register.submit')}
      busy={busy}
      failure={
        error && (
          <Alert color="red" role="alert">
            {reason(error)}
          </Alert>
        )
      }
      other={{ question: t('register.haveAccount'), to: '/login', text: t('register.toLogin') }}
      onSubmit={submit}
    >
      <TextInput
        name="name"
        autoComplete="name"
        label={t('name')}
        maxLength={100}
        required
        {...form.getInputProps('name')}
      />
      <TextInput
        name="email"
        type="email"
        autoComplete="username"
        label={t('email')}
        placeholder={t('emailHint')}
        required
        {...form.getInputProps('email')}
      />
      <PasswordFields form={form} />
    </AccountForm>
  );
}

function PasswordFields({
  form,
}: {
  form: UseFormReturnType<{
    name: string;
    email: string;
    password: string;
    confirmPassword: string;
  }>;
}) {
  const { t } = useTranslation(['forms']);
  return (
    <>
      <PasswordField
        name="password"
        autoComplete="new-password"
        label={t('password')}
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
    </>
  );
}
