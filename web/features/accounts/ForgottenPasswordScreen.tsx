import { forgotPassword } from '@hzm/contracts/features/accounts/api';
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconMail, IconMailOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/error-text.ts';
import { send } from '../../lib/http.ts';
import { takeFocus } from '../../ui/focus-first.ts';
import { textsOf } from '../../ui/rule-texts.ts';
import { useSending } from '../../ui/use-sending.ts';
import { AccountForm } from './AccountForm.tsx';
import { AccountPage } from './AccountPage.tsx';
import { emailProblems } from './rules.ts';

/** Requests a link to reset a password. The answer does not reveal whether the account exists. */
export function ForgottenPasswordScreen() {
  const { t } = useTranslation(['forms']);
  const errorText = useErrorText();
  const [asked, setAsked] = useState<{ email: string; sendsMail: boolean } | null>(null);
  const form = useForm({
    initialValues: { email: '' },
    validate: values => textsOf(t, emailProblems(values)),
  });
  const { busy, error, run } = useSending();
  const submit = form.onSubmit(({ email }) =>
    run(async () =>
      setAsked({ email: email.trim(), ...(await send(forgotPassword, { body: { email } })).data }),
    ),
  );
  const page = {
    title: t('forgotten.title'),
    lead: t('forgotten.lead'),
    other: { question: t('forgotten.remembered'), to: '/login', text: t('register.toLogin') },
  } as const;

  if (asked) {
    const Icon = asked.sendsMail ? IconMail : IconMailOff;
    return <MailSent page={page} asked={asked} Icon={Icon} setAsked={setAsked} />;
  }
  return (
    <AccountForm
      {...page}
      submit={t('forgotten.submit')}
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
      <TextInput
        name="email"
        type="email"
        autoComplete="username"
        label={t('email')}
        placeholder={t('emailHint')}
        required
        {...form.getInputProps('email')}
      />
    </AccountForm>
  );
}

function MailSent({
  page,
  asked,
  Icon,
  setAsked,
}: {
  page: { title: string; lead: string; other: { question: string; to: '/login'; text: string } };
  asked: { email: string; sendsMail: boolean };
  Icon: typeof IconMail;
  setAsked: (value: { email: string; sendsMail: boolean } | null) => void;
}) {
  const { t } = useTranslation(['forms']);
  return (
    <AccountPage {...page}>
      <Alert
        color={asked.sendsMail ? 'green' : 'yellow'}
        role="status"
        icon={<Icon size={20} aria-hidden />}
        title={t(asked.sendsMail ? 'forgotten.sentTitle' : 'forgotten.noMailTitle')}
      >
        <Stack gap="xs">
          <Text size="sm">
            {asked.sendsMail ? t('forgotten.sent', { email: asked.email }) : t('forgotten.noMail')}
          </Text>
          {asked.sendsMail && <Text size="sm">{t('forgotten.nothingCame')}</Text>}
        </Stack>
      </Alert>
      <Button variant="default" fullWidth size="md" ref={takeFocus} onClick={() => setAsked(null)}>
        {t('forgotten.again')}
      </Button>
    </AccountPage>
  );
}
