import type { User } from '@hzm/contracts/features/accounts/account';
import { createProject } from '@hzm/contracts/features/projects/api';
import { Radio, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { takeIn } from '../../state/live.ts';
import { projectsOf } from '../../state/projects.live.ts';
import { useSession } from '../../state/use-session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Form } from '../../ui/Form.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { textsOf } from '../../ui/rule-texts.ts';
import { useSending } from '../../ui/use-sending.ts';
import { generatedPassword } from './generated-password.ts';
import { newProjectProblems, type NewProject } from './rules.ts';

const keyTypes = ['project', 'admin_project'] as const;

/** Form of a new project, which opens once created; Back leads to the list. */
export function CreateProjectForm({
  taken,
  onCancel,
}: {
  taken: readonly string[];
  onCancel: () => void;
}) {
  const { t } = useTranslation(['projects', 'forms', 'common']);
  const { user } = useSession();
  const navigate = useNavigate();
  const { busy, error, run } = useSending();
  const [made] = useState(generatedPassword);
  const form = useForm<NewProject>({
    initialValues: {
      name: '',
      description: '',
      password: made,
      confirmPassword: made,
      keyType: 'project',
    },
    validate: values => textsOf(t, newProjectProblems(values, taken)),
  });
  const submit = useCreation({ form, run, user, navigate });
  // A generated password needs no confirmation.
  const isMade = form.values.password === made && form.values.confirmPassword === made;
  const password = form.getInputProps('password');
  return (
    <Form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('create.name')}
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Textarea
          label={t('create.description')}
          description={t('common:optional')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={1000}
          {...form.getInputProps('description')}
        />
        <PasswordFields isMade={isMade} password={password} form={form} />
        <KeyTypeChoice form={form} />
        {error && <ErrorNotice error={error} title={t('create.failed')} network={t('network')} />}
        <FormActions submit={t('create.submit')} busy={busy} onCancel={onCancel} />
      </Stack>
    </Form>
  );
}

function useCreation({
  form,
  run,
  user,
  navigate,
}: {
  form: UseFormReturnType<NewProject>;
  run: (work: () => Promise<void>) => Promise<void>;
  user: User;
  navigate: ReturnType<typeof useNavigate>;
}) {
  const { t } = useTranslation(['projects', 'forms', 'common']);
  const submit = form.onSubmit(({ name, description, password, keyType }) =>
    run(async () => {
      const { data } = await send(createProject, {
        body: { name, description, apiKeyPassword: password, keyType },
      });
      projectsOf(user.id).update(known => takeIn(known, data.project, 'first'));
      notifyDone(t('create.done'));
      await navigate({ to: '/projects/$id', params: { id: data.project.id }, replace: true });
    }),
  );
  return submit;
}

function PasswordFields({
  isMade,
  password,
  form,
}: {
  isMade: boolean;
  password: ReturnType<UseFormReturnType<NewProject>['getInputProps']>;
  form: UseFormReturnType<NewProject>;
}) {
  const { t } = useTranslation(['projects', 'forms', 'common']);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <PasswordField
        label={t('create.password')}
        description={t(isMade ? 'create.passwordMade' : 'create.passwordHint')}
        autoComplete="new-password"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        {...password}
        onChange={event => {
          if (isMade) form.setFieldValue('confirmPassword', '');
          password.onChange(event);
        }}
      />
      {!isMade && (
        <PasswordField
          label={t('create.confirm')}
          autoComplete="new-password"
          required
          {...form.getInputProps('confirmPassword')}
        />
      )}
    </SimpleGrid>
  );
}

function KeyTypeChoice({ form }: { form: UseFormReturnType<NewProject> }) {
  const { t } = useTranslation(['projects', 'forms', 'common']);
  return (
    <Radio.Group label={t('create.keyType')} {...form.getInputProps('keyType')}>
      <Stack gap="sm" mt="xs">
        {keyTypes.map(type => (
          <Radio
            key={type}
            value={type}
            label={t(`create.${type}`)}
            description={t(`create.${type}Hint`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
