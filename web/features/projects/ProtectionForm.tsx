import { disableProtection, enableProtection } from '@hzm/contracts/features/projects/api';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { drawProject } from '../../state/draw-project.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Form } from '../../ui/Form.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { textsOf } from '../../ui/rule-texts.ts';
import { useSending } from '../../ui/use-sending.ts';
import { protectionProblems, type ProtectionMode } from './rules.ts';

/** One of the three changes of a project's protection. */
export function ProtectionForm({
  mode,
  project,
  onDone,
}: {
  mode: ProtectionMode;
  project: Project;
  onDone: () => void;
}) {
  const { t } = useTranslation(['projects', 'forms', 'common']);
  const { form, isAsked, submit, busy, error, failed } = useProtection(mode, project, onDone);
  return (
    <Form onSubmit={submit}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t(`protection.hints.${mode}`)}{' '}
          {mode !== 'enable' && t(isAsked ? 'protection.byOwner' : 'protection.byAdmin')}
        </Text>
        {isAsked && (
          <PasswordField
            label={t('protection.current')}
            autoComplete="off"
            required
            data-autofocus
            {...form.getInputProps('current')}
          />
        )}
        {mode !== 'disable' && (
          <PasswordField
            label={t('protection.new')}
            autoComplete="new-password"
            required
            {...(mode === 'enable' && { 'data-autofocus': true })}
            {...form.getInputProps('password')}
          />
        )}
        {mode !== 'disable' && (
          <PasswordField
            label={t('protection.confirm')}
            autoComplete="new-password"
            required
            {...form.getInputProps('confirm')}
          />
        )}
        {error && (
          <ErrorNotice error={error} title={t(`protection.${failed}`)} network={t('network')} />
        )}
        <ProtectionActions onDone={onDone} busy={busy} mode={mode} />
      </Stack>
    </Form>
  );
}

function ProtectionActions({
  onDone,
  busy,
  mode,
}: {
  onDone: () => void;
  busy: boolean;
  mode: ProtectionMode;
}) {
  const { t } = useTranslation(['projects', 'forms', 'common']);
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onDone}>
        {t('common:cancel')}
      </Button>
      <Button type="submit" loading={busy} {...(mode === 'disable' && { color: 'red' })}>
        {t(`protection.${mode}`)}
      </Button>
    </Group>
  );
}

/** The form of a change, and the change when it is sent. */
function useProtection(mode: ProtectionMode, project: Project, onDone: () => void) {
  const { t } = useTranslation(['projects', 'forms']);
  const { busy, error, run } = useSending();
  // A change disables and then enables: if the second fails, the first has happened.
  const [failedAt, setFailedAt] = useState<'disable' | 'enable'>('disable');
  const isAsked = mode !== 'enable' && project.role !== 'admin';
  const form = useForm({
    initialValues: { current: '', password: '', confirm: '' },
    validate: values => textsOf(t, protectionProblems(mode, values, isAsked)),
  });
  const params = { projectId: project.id };
  const submit = form.onSubmit(({ current, password }) =>
    run(async () => {
      if (mode !== 'enable') {
        setFailedAt('disable');
        const { data } = await send(disableProtection, {
          params,
          ...(current !== '' && { body: { password: current } }),
        });
        if (mode === 'disable') drawProject(data.project);
      }
      if (mode !== 'disable') {
        setFailedAt('enable');
        drawProject((await send(enableProtection, { params, body: { password } })).data.project);
      }
      notifyDone(t(`protection.done.${mode}`));
      onDone();
    }),
  );
  const failed =
    failedAt === 'disable' ? 'disableFailed' : mode === 'change' ? 'setFailed' : 'enableFailed';
  return { form, isAsked, submit, busy, error, failed } as const;
}
