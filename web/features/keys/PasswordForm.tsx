import { changeApiKeyPassword } from '@hzm/contracts/features/projects/api';
import { ApiKeyPassword } from '@hzm/contracts/features/projects/project';
import { Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { drawProject } from '../../state/draw-project.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Form } from '../../ui/Form.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { textsOf } from '../../ui/rule-texts.ts';
import { useSending } from '../../ui/use-sending.ts';

export function PasswordForm({ projectId, onDone }: { projectId: string; onDone: () => void }) {
  const { t } = useTranslation(['keys', 'forms']);
  const { busy, error, run } = useSending();
  const form = useForm({
    initialValues: { password: '', confirm: '' },
    validate: ({ password, confirm }) =>
      textsOf(t, {
        password: ApiKeyPassword.safeParse(password).success ? undefined : 'new-password-too-short',
        confirm: password === confirm ? undefined : 'passwords-differ',
      }),
  });
  const submit = form.onSubmit(({ password }) =>
    run(async () => {
      const {
        data: { project },
      } = await send(changeApiKeyPassword, {
        params: { projectId },
        body: { newPassword: password },
      });
      drawProject(project);
      notifyDone(t('passwordForm.done'));
      onDone();
    }),
  );
  return (
    <Form onSubmit={submit}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('passwordForm.hint')}
        </Text>
        <PasswordField
          label={t('passwordForm.new')}
          autoComplete="new-password"
          required
          data-autofocus
          {...form.getInputProps('password')}
        />
        <PasswordField
          label={t('passwordForm.confirm')}
          autoComplete="new-password"
          required
          {...form.getInputProps('confirm')}
        />
        {error && <ErrorNotice error={error} title={t('passwordForm.failed')} />}
        <FormActions submit={t('passwordForm.submit')} busy={busy} onCancel={onDone} />
      </Stack>
    </Form>
  );
}
