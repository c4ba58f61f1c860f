import type { Constant } from '@hzm/contracts/features/custom-endpoints/definition';
import { ProjectSettings, type Project } from '@hzm/contracts/features/projects/project';
import { Button, NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { Form } from '../../../ui/Form.tsx';
import { textsOf } from '../../../ui/rule-texts.ts';
import { Underneath } from '../../../ui/Underneath.tsx';
import { useLiveForm } from '../../../ui/use-live-form.ts';
import type { Option } from '../../../ui/use-under.tsx';
import { useUnder } from '../../../ui/use-under.tsx';
import { SettingsEnd } from './SettingsEnd.tsx';
import { useChange } from './use-change.ts';

const valuesOf = ({ isPublic, settings: { maxRequestsPerMinute, ...settings } }: Project) => ({
  ...settings,
  isPublic,
  maxRequestsPerMinute: maxRequestsPerMinute as number | string,
});
const switches = ['allowApiAccess', 'requireAuth', 'isPublic', 'enableWebhooks'] as const;
const { maxRequestsPerMinute: Limit, webhookUrl: Address } = ProjectSettings.shape;

export function ApiForm({ project }: { project: Project }) {
  const { t } = useTranslation(['projects', 'forms', 'common']);
  const { busy, error, run } = useChange(project);
  const { form, underneath, settled } = useLiveForm(
    valuesOf(project),
    ({ maxRequestsPerMinute, webhookUrl }) =>
      textsOf(t, {
        maxRequestsPerMinute: Limit.safeParse(maxRequestsPerMinute).success
          ? undefined
          : 'rate-limit-unfit',
        webhookUrl: Address.safeParse(webhookUrl.trim()).success
          ? undefined
          : 'webhook-address-unfit',
      }),
  );
  const limit = underneath.get('maxRequestsPerMinute');
  const submit = form.onSubmit(({ isPublic, maxRequestsPerMinute, webhookUrl, ...rest }) =>
    run(
      {
        isPublic,
        settings: {
          ...rest,
          webhookUrl: webhookUrl.trim(),
          maxRequestsPerMinute: Number(maxRequestsPerMinute),
        },
      },
      changed => settled(valuesOf(changed)),
    ),
  );
  const under = useUnder(underneath);
  return (
    <Form onSubmit={submit}>
      <Stack>
        {switches.map(name => (
          <SettingSwitch key={name} name={name} form={form} under={under} />
        ))}
        <div>
          <TextInput
            label={t('settings.webhookUrl')}
            description={t('settings.webhookUrlHint')}
            inputMode="url"
            {...form.getInputProps('webhookUrl')}
          />
          {under('webhookUrl')}
        </div>
        <RequestLimit form={form} limit={limit} />
        <SettingsEnd busy={busy} error={error}>
          <Button type="submit" loading={busy}>
            {t('settings.save')}
          </Button>
        </SettingsEnd>
      </Stack>
    </Form>
  );
}

function SettingSwitch({
  name,
  form,
  under,
}: {
  name: 'allowApiAccess' | 'requireAuth' | 'enableWebhooks' | 'isPublic';
  form: UseFormReturnType<ReturnType<typeof valuesOf>>;
  under: (
    member:
      | 'allowApiAccess'
      | 'requireAuth'
      | 'maxRequestsPerMinute'
      | 'enableWebhooks'
      | 'webhookUrl'
      | 'timeZone'
      | 'isPublic',
    options?: readonly Option[],
  ) => ReactNode;
}) {
  const { t } = useTranslation(['projects', 'forms', 'common']);
  return (
    <div>
      <Switch
        label={t(`settings.${name}`)}
        description={t(`settings.${name}Hint`)}
        {...form.getInputProps(name, { type: 'checkbox' })}
      />
      {under(name)}
    </div>
  );
}

function RequestLimit({
  form,
  limit,
}: {
  form: UseFormReturnType<ReturnType<typeof valuesOf>>;
  limit: Constant | undefined;
}) {
  const { t } = useTranslation(['projects', 'forms', 'common']);
  const language = useLanguage();
  return (
    <div>
      <NumberInput
        label={t('settings.limit')}
        description={t('settings.limitHint')}
        min={1}
        max={10_000}
        allowDecimal={false}
        clampBehavior="none"
        thousandSeparator={t('common:thousandSeparator')}
        decimalSeparator={t('common:decimalSeparator')}
        {...form.getInputProps('maxRequestsPerMinute')}
      />
      <Underneath value={limit === undefined ? undefined : formatNumber(Number(limit), language)} />
    </div>
  );
}
