import { changePassword } from '@hzm/contracts/features/accounts/api';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../../lib/api-error.ts';
import { detailOf } from '../../lib/error-text.ts';
import { send } from '../../lib/http.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Form } from '../../ui/Form.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { textsOf } from '../../ui/rule-texts.ts';
import { useSending } from '../../ui/use-sending.ts';
import { passwordProblems } from './rules.ts';

export function PasswordForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['account', 'forms']);
  const { busy, error, run } = useSending();
  const form = useForm({
    initialValues: { current: '', password: '', confirmPassword: '' },
    validate: values => textsOf(t, passwordProblems(values)),
  });
  const submit = form.onSubmit(({ current, password }) =>
    run(async () => {
      try {
        await send(changePassword, { body: { currentPassword: current, newPassword: password } });
      } catch (failure) {
        const wrong = detailOf(asApiError(failure), 'currentPassword');
        if (wrong === undefined) throw failure;
        return form.setFieldError('current', wrong);
      }
      form.reset();
      notifyDone(t('password.done'));
      onDone();
    }),
  );
  return (
    <Form onSubmit={submit}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('password.lead')}
        </Text>
        <PasswordField
          label={t('password.current')}
          autoComplete="current-password"
          required
          {...form.getInputProps('current')}
        />
        <PasswordField
          label={t('password.new')}
          description={t('password.newHint')}
          autoComplete="new-password"
          required
          {...form.getInputProps('password')}
        />
        <PasswordField
          label={t('password.confirm')}
          autoComplete="new-password"
          required
          {...form.getInputProps('confirmPassword')}
        />
        {error && <ErrorNotice error={error} title={t('password.failed')} />}
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {t('password.submit')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
