import { defaultTerms, KeyPermission, type ApiKey } from '@hzm/contracts/features/keys/key';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Checkbox, NumberInput, Radio, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useForm } from '@mantine/form';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { dayOf } from '../../lib/values/date-text.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Form } from '../../ui/Form.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { part } from '../../ui/part.ts';
import { textsOf } from '../../ui/rule-texts.ts';
import { useSending } from '../../ui/use-sending.ts';
import { endOf, keyProblems, type KeyInput } from './key-state.ts';
import { add, change } from './keys.live.ts';

const DayInput = part(async () => (await import('../../ui/DayInput.tsx')).DayInput);
const scopes = ['project', 'admin_project'] as const;

export function KeyForm({
  project,
  apiKey,
  onDone,
}: {
  project: Project;
  apiKey?: ApiKey;
  onDone: () => void;
}) {
  const { t } = useTranslation(['keys', 'forms', 'common']);
  const { busy, error, run } = useSending();
  const [today] = useState(() => dayOf(new Date()));
  const kept = apiKey?.expiresAt ? dayOf(new Date(apiKey.expiresAt)) : null;
  const form = useForm<KeyInput>({
    initialValues: {
      name: apiKey?.name ?? '',
      permissions: apiKey?.permissions ?? defaultTerms.permissions,
      scope: apiKey?.scope ?? 'project',
      lastDay: kept,
      rateLimit: apiKey?.rateLimit ?? defaultTerms.rateLimit,
    },
    validate: values => textsOf(t, keyProblems(values, today, kept)),
  });
  const submit = form.onSubmit(({ name, permissions, scope, lastDay, rateLimit }) =>
    run(async () => {
      const terms = {
        name,
        permissions: [...permissions],
        rateLimit: Number(rateLimit),
        ...(lastDay !== kept && { expiresAt: lastDay === null ? null : endOf(lastDay) }),
      };
      await (apiKey ? change(apiKey, terms) : add(project.id, { ...terms, scope }));
      notifyDone(t(apiKey ? 'form.editDone' : 'form.addDone'));
      onDone();
    }),
  );
  const expiry = form.getInputProps('lastDay');
  return (
    <Form onSubmit={submit}>
      <Stack>
        <KeyName form={form} />
        <Permissions form={form} requireAuth={project.settings.requireAuth} />
        {!apiKey && <ScopeChoice form={form} />}
        <LastDay today={today} form={form} expiry={expiry} />
        <RateLimit project={project} form={form} />
        {error && (
          <ErrorNotice error={error} title={t(apiKey ? 'form.editFailed' : 'form.addFailed')} />
        )}
        <FormActions
          submit={apiKey ? t('common:save') : t('form.submit')}
          busy={busy}
          onCancel={onDone}
        />
      </Stack>
    </Form>
  );
}

function KeyName({ form }: { form: UseFormReturnType<KeyInput> }) {
  const { t } = useTranslation(['keys', 'forms', 'common']);
  return (
    <TextInput
      label={t('form.name')}
      description={t('form.nameHint')}
      required
      data-autofocus
      autoComplete="off"
      {...form.getInputProps('name')}
    />
  );
}

/** Chooses permissions, and says whether the key writes alone once it may write. */
function Permissions({
  form,
  requireAuth,
}: {
  form: UseFormReturnType<KeyInput>;
  requireAuth: boolean;
}) {
  const { t } = useTranslation(['keys', 'forms', 'common']);
  const writes = form.values.permissions.some(one => one === 'write' || one === 'delete');
  return (
    <Checkbox.Group label={t('permissions.label')} required {...form.getInputProps('permissions')}>
      <Stack gap="xs" mt="xs">
        {KeyPermission.options.map(permission => (
          <Checkbox
            key={permission}
            value={permission}
            label={t(`permissions.${permission}`)}
            description={t(`permissions.${permission}Hint`)}
          />
        ))}
        {writes && (
          <Text size="sm" role="note">
            {t(requireAuth ? 'writing.complete' : 'writing.alone')}
          </Text>
        )}
      </Stack>
    </Checkbox.Group>
  );
}

function ScopeChoice({ form }: { form: UseFormReturnType<KeyInput> }) {
  const { t } = useTranslation(['keys', 'forms', 'common']);
  return (
    <Radio.Group label={t('scope.label')} {...form.getInputProps('scope')}>
      <Stack gap="xs" mt="xs">
        {scopes.map(scope => (
          <Radio
            key={scope}
            value={scope}
            label={t(`scope.${scope}`)}
            description={t(`scope.${scope}Hint`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function LastDay({
  today,
  form,
  expiry,
}: {
  today: string;
  form: UseFormReturnType<KeyInput>;
  expiry: ReturnType<UseFormReturnType<KeyInput>['getInputProps']>;
}) {
  const { t } = useTranslation(['keys', 'forms', 'common']);
  return (
    <Suspense fallback={<Skeleton h={80} />}>
      <DayInput
        minDate={today}
        label={t('form.expires')}
        description={t('form.expiresHint')}
        placeholder={t('facts.never')}
        value={form.values.lastDay}
        onChange={day => form.setFieldValue('lastDay', day)}
        error={expiry.error}
      />
    </Suspense>
  );
}

function RateLimit({ project, form }: { project: Project; form: UseFormReturnType<KeyInput> }) {
  const { t } = useTranslation(['keys', 'forms', 'common']);
  const language = useLanguage();
  return (
    <NumberInput
      label={t('form.limit')}
      description={t('form.limitHint', {
        formatted: formatNumber(project.settings.maxRequestsPerMinute, language),
      })}
      min={1}
      max={10_000}
      allowDecimal={false}
      clampBehavior="none"
      thousandSeparator={t('common:thousandSeparator')}
      decimalSeparator={t('common:decimalSeparator')}
      {...form.getInputProps('rateLimit')}
    />
  );
}
