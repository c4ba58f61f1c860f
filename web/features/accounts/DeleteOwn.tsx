import { deleteOwnAccount } from '@hzm/contracts/features/own-account/api';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../../lib/api-error.ts';
import { detailOf } from '../../lib/error-text.ts';
import { send } from '../../lib/http.ts';
import { forgetLeft } from '../../state/left-behind.ts';
import { signOut } from '../../state/session.ts';
import { useSession } from '../../state/use-session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Form } from '../../ui/Form.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useSending } from '../../ui/use-sending.ts';

/** Deletes the signed-in person's account after a password check. */
export function DeleteOwn() {
  const { t } = useTranslation('account');
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack align="flex-start">
      <Text size="sm" c="dimmed">
        {t('delete.lead')}
      </Text>
      <Button variant="outline" color="red" onClick={() => setOpen(true)}>
        {t('delete.open')}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t('delete.title')}>
        {isOpen && <Asking onClose={() => setOpen(false)} />}
      </Dialog>
    </Stack>
  );
}

function Asking({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['account', 'forms', 'common']);
  const { user } = useSession();
  const { busy, error, run } = useSending();
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: typed => (typed === '' ? t('forms:rules.required') : null) },
  });
  const submit = form.onSubmit(({ password }) =>
    run(async () => {
      try {
        await send(deleteOwnAccount, { body: { password } });
      } catch (failure) {
        const wrong = detailOf(asApiError(failure), 'password');
        if (wrong === undefined) throw failure;
        return form.setFieldError('password', wrong);
      }
      signOut();
      forgetLeft(localStorage, user.id);
      // Reloads, because this page still has the account's data in memory.
      location.assign('/');
    }),
  );
  return (
    <Form onSubmit={submit}>
      <Stack>
        <Alert color="red" icon={<IconAlertTriangle size={20} aria-hidden />}>
          <Text size="sm">{t('delete.warning', { email: user.email })}</Text>
        </Alert>
        <PasswordField
          label={t('password.current')}
          autoComplete="current-password"
          required
          data-autofocus
          {...form.getInputProps('password')}
        />
        {error && <ErrorNotice error={error} title={t('delete.failed')} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" color="red" loading={busy}>
            {t('delete.submit')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
