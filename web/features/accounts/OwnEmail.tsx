import { changeOwnEmail } from '@hzm/contracts/features/own-account/api';
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../../lib/api-error.ts';
import { detailOf } from '../../lib/error-text.ts';
import { send } from '../../lib/http.ts';
import { useSession } from '../../state/use-session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Form } from '../../ui/Form.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { textsOf } from '../../ui/rule-texts.ts';
import { useSending } from '../../ui/use-sending.ts';
import { emailProblems, loginProblems } from './rules.ts';
import classes from './Account.module.css';

export function OwnEmail() {
  const { t } = useTranslation(['account', 'forms']);
  const { user } = useSession();
  const [isOpen, setOpen] = useState(false);
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  return (
    <Stack gap="xs">
      <div className={classes.line}>
        <div className={classes.grow}>
          <Text size="sm" c="dimmed">
            {t('forms:email')}
          </Text>
          <Text className={classes.email}>{user.email}</Text>
        </div>
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('email.change')}
        </Button>
      </div>
      {mailedTo !== null && mailedTo !== user.email && (
        <Alert role="status">{t('email.mailed', { email: mailedTo })}</Alert>
      )}
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t('email.title')}>
        {isOpen && <EmailForm onMailed={setMailedTo} onClose={() => setOpen(false)} />}
      </Dialog>
    </Stack>
  );
}

function EmailForm({
  onMailed,
  onClose,
}: {
  onMailed: (email: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['account', 'forms', 'common']);
  const { busy, error, run } = useSending();
  const { submit, form } = useEmailChange({ run, onMailed, onClose });
  return (
    <Form onSubmit={submit}>
      <Stack>
        <Text size="sm">{t('email.lead')}</Text>
        <TextInput
          type="email"
          label={t('email.new')}
          autoComplete="email"
          required
          data-autofocus
          {...form.getInputProps('email')}
        />
        <PasswordField
          label={t('password.current')}
          autoComplete="current-password"
          required
          {...form.getInputProps('password')}
        />
        {error && <ErrorNotice error={error} title={t('email.failed')} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('email.submit')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

function useEmailChange({
  run,
  onMailed,
  onClose,
}: {
  run: (work: () => Promise<void>) => Promise<void>;
  onMailed: (email: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['account', 'forms', 'common']);
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: values => textsOf(t, { ...emailProblems(values), ...loginProblems(values) }),
  });
  const submit = form.onSubmit(values =>
    run(async () => {
      try {
        const { data } = await send(changeOwnEmail, { body: values });
        if (data.sendsMail) onMailed(values.email.trim().toLowerCase());
        else notifyDone(t('email.done'));
        onClose();
      } catch (failure) {
        const refused = asApiError(failure);
        const wrong = detailOf(refused, 'password');
        if (wrong !== undefined) return form.setFieldError('password', wrong);
        if (refused.code === 'EMAIL_TAKEN')
          return form.setFieldError('email', t('forms:register.taken'));
        throw failure;
      }
    }),
  );
  return { submit, form };
}
