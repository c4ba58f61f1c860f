import {
  createMaster,
  masterLogin,
  refreshMasterKey,
  refreshMasterPassword,
  type MasterCredentials,
} from '@hzm/contracts/features/master/api';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError, type ApiError } from '../../lib/api-error.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { send } from '../../lib/http.ts';
import { useSession } from '../../state/use-session.ts';
import { Form } from '../../ui/Form.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { isMasterOpen, openMaster } from './master-open.ts';
import { MasterPanel } from './MasterPanel.tsx';

/** Duration of a success message, in milliseconds. */
const LOGIN_MS = 3_000;
const CHANGED_MS = 5_000;

type Failed = 'login' | 'create' | 'key' | 'password';
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Unlocks, creates and refreshes the master credentials. */
export function MasterForm({
  credentials,
  onChanged,
}: {
  credentials: MasterCredentials | null;
  onChanged: () => void;
}) {
  const { t } = useTranslation('administration');
  const errorText = useErrorText();
  const { token } = useSession();
  const { form, run, proof, failure, success, busy, isOpen } = useMasterSteps(token, onChanged);
  const { submit, exists, refresh } = useMasterSubmit({ credentials, form, run, proof });
  const reasonOf = ({ what, error }: { what: Failed; error: ApiError }): string => {
    const reason = errorText(error);
    if (error.status === 0) return t('master.networkError', { reason });
    if (what === 'login')
      return error.status === 403 ? t('master.loginFailed') : t('master.loginError', { reason });
    return `${t(`master.${what}Failed`)}: ${reason}`;
  };
  return (
    <Stack>
      <MasterFields
        submit={submit}
        exists={exists}
        form={form}
        failure={failure}
        reasonOf={reasonOf}
        success={success}
        busy={busy}
      />
      {credentials && isOpen && (
        <MasterPanel
          credentials={credentials}
          busy={busy === 'key' || busy === 'password'}
          onRefresh={refresh}
        />
      )}
    </Stack>
  );
}

function useMasterSubmit({
  credentials,
  form,
  run,
  proof,
}: {
  credentials: MasterCredentials | null;
  form: UseFormReturnType<{ email: string; password: string }>;
  run: (
    steps: readonly (readonly [Failed, () => Promise<unknown>])[],
    done: string,
    forMs: number,
  ) => Promise<void>;
  proof: (value: { email: string; password: string }) => {
    body: { master_email: string; api_creation_password: string };
  };
}) {
  const { t } = useTranslation('administration');
  const exists = credentials !== null;
  const submit = form.onSubmit(
    values =>
      void (exists
        ? run([['login', () => send(masterLogin, proof(values))]], t('master.loggedIn'), LOGIN_MS)
        : run(
            [['create', () => send(createMaster, proof(values))]],
            t('master.created'),
            CHANGED_MS,
          )),
  );
  const refresh = (): void => {
    if (form.validate().hasErrors) return;
    const values = form.getValues();
    void run(
      [
        ['key', () => send(refreshMasterKey, proof(values))],
        ['password', () => send(refreshMasterPassword, proof(values))],
      ],
      t('master.refreshed'),
      CHANGED_MS,
    );
  };
  return { submit, exists, refresh };
}

function useMasterSteps(token: string, onChanged: () => void) {
  const { t } = useTranslation('administration');
  const [isOpen, setOpen] = useState(() => isMasterOpen(token));
  const [busy, setBusy] = useState<Failed | null>(null);
  const [failure, setFailure] = useState<{ what: Failed; error: ApiError } | null>(null);
  const [success, say] = useBriefly();
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: email =>
        email.trim() === ''
          ? t('master.rules.emailEmpty')
          : EMAIL.test(email.trim())
            ? null
            : t('master.rules.emailInvalid'),
      password: password => (password === '' ? t('master.rules.passwordEmpty') : null),
    },
  });
  const proof = ({ email, password }: { email: string; password: string }) => ({
    body: { master_email: email.trim(), api_creation_password: password },
  });
  /** Runs steps in order; the first failure names its step. */
  const run = async (
    steps: readonly (readonly [Failed, () => Promise<unknown>])[],
    done: string,
    forMs: number,
  ): Promise<void> => {
    setFailure(null);
    for (const [what, work] of steps) {
      setBusy(what);
      try {
        await work();
      } catch (error) {
        setFailure({ what, error: asApiError(error) });
        setBusy(null);
        onChanged();
        return;
      }
    }
    setBusy(null);
    openMaster(token);
    setOpen(true);
    say(done, forMs);
    onChanged();
  };
  return { form, run, proof, failure, success, busy, isOpen };
}

function MasterFields({
  submit,
  exists,
  form,
  failure,
  reasonOf,
  success,
  busy,
}: {
  submit: ComponentProps<typeof Form>['onSubmit'];
  exists: boolean;
  form: UseFormReturnType<{ email: string; password: string }>;
  failure: { what: Failed; error: ApiError } | null;
  reasonOf: (value: { what: Failed; error: ApiError }) => string;
  success: string | null;
  busy: Failed | null;
}) {
  const { t } = useTranslation('administration');
  return (
    <Form onSubmit={submit}>
      <Stack gap="sm">
        {!exists && (
          <Text size="sm" c="dimmed">
            {t('master.none')} {t('master.firstPassword')}
          </Text>
        )}
        <MasterName form={form} />
        <PasswordField
          name="creation-password"
          label={t('master.password')}
          autoComplete="off"
          required
          {...form.getInputProps('password')}
        />
        {failure && (
          <Alert color="red" role="alert">
            {reasonOf(failure)}
          </Alert>
        )}
        <div role="status">
          {success !== null && (
            <Alert color="green" icon={<IconCheck size={18} aria-hidden />}>
              {success}
            </Alert>
          )}
        </div>
        <Group justify="flex-end">
          <Button type="submit" loading={busy === 'login' || busy === 'create'}>
            {t(exists ? 'master.login' : 'master.create')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

function MasterName({ form }: { form: UseFormReturnType<{ email: string; password: string }> }) {
  const { t } = useTranslation('administration');
  return (
    <PasswordField
      name="master-email"
      label={t('master.email')}
      autoComplete="off"
      inputMode="email"
      required
      startsVisible
      data-autofocus
      {...form.getInputProps('email')}
    />
  );
}

/** A text shown for a limited time. */
function useBriefly(): readonly [text: string | null, say: (text: string, forMs: number) => void] {
  const [said, setSaid] = useState<{ readonly text: string; readonly forMs: number } | null>(null);
  useEffect(() => {
    if (said === null) return undefined;
    const timer = setTimeout(() => setSaid(null), said.forMs);
    return () => clearTimeout(timer);
  }, [said]);
  return [said?.text ?? null, (text, forMs) => setSaid({ text, forMs })];
}
