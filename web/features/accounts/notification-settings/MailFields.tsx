import { languages } from '@hzm/contracts/core/language';
import { MailRhythm } from '@hzm/contracts/features/notifications/settings';
import { Alert, Checkbox, Radio, Select, Stack, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { useLiveForm } from '../../../ui/use-live-form.ts';
import type { useUnder } from '../../../ui/use-under.tsx';
import type { SettingsValues } from './values.ts';
import classes from './NotificationSettings.module.css';

interface Props {
  form: ReturnType<typeof useLiveForm<SettingsValues>>['form'];
  under: ReturnType<typeof useUnder<keyof SettingsValues>>;
  sendsMail: boolean;
}

/** Fields for the rhythm, quiet hours and language of mails. */
export function MailFields({ form, under, sendsMail }: Props) {
  const { t } = useTranslation('notification-settings');
  const { mail, isQuiet, timeZone } = form.values;
  const zones = useMemo(
    () => [...new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])],
    [timeZone],
  );
  const rhythms = MailRhythm.options.map(value => ({
    value,
    label: t(`rhythm.${value}`),
    description: t(`rhythm.${value}Hint`),
  }));
  const ofMails = languages.map(value => ({ value, label: t(`language.${value}`) }));
  if (!sendsMail)
    return (
      <Alert color="gray" role="note" title={t('noServer.title')}>
        {t('noServer.text')}
      </Alert>
    );
  return (
    <>
      <Rhythm form={form} rhythms={rhythms} under={under} />
      {mail !== 'never' && (
        <>
          {mail === 'daily' && <DigestTime form={form} under={under} />}
          <div>
            <Checkbox
              label={t('quiet.label')}
              description={t('quiet.hint')}
              {...form.getInputProps('isQuiet', { type: 'checkbox' })}
            />
            {under('isQuiet')}
          </div>
          {isQuiet && <QuietHours form={form} under={under} />}
          <TimeZone zones={zones} form={form} under={under} />
          <div>
            <Select
              label={t('language.label')}
              allowDeselect={false}
              data={ofMails}
              {...form.getInputProps('language')}
            />
            {under('language', ofMails)}
          </div>
        </>
      )}
    </>
  );
}

function Rhythm({
  form,
  rhythms,
  under,
}: {
  form: ReturnType<typeof useLiveForm<SettingsValues>>['form'];
  rhythms: { value: MailRhythm; label: string; description: string }[];
  under: ReturnType<typeof useUnder<keyof SettingsValues>>;
}) {
  const { t } = useTranslation('notification-settings');
  return (
    <div>
      <Radio.Group label={t('rhythm.label')} {...form.getInputProps('mail')}>
        <Stack gap="xs" mt="xs">
          {rhythms.map(one => (
            <Radio key={one.value} {...one} />
          ))}
        </Stack>
      </Radio.Group>
      {under('mail', rhythms)}
    </div>
  );
}

function DigestTime({
  form,
  under,
}: {
  form: ReturnType<typeof useLiveForm<SettingsValues>>['form'];
  under: ReturnType<typeof useUnder<keyof SettingsValues>>;
}) {
  const { t } = useTranslation('notification-settings');
  return (
    <div>
      <TextInput
        type="time"
        classNames={{ wrapper: classes.time }}
        label={t('digestAt')}
        required
        {...form.getInputProps('digestAt')}
      />
      {under('digestAt')}
    </div>
  );
}

function QuietHours({
  form,
  under,
}: {
  form: ReturnType<typeof useLiveForm<SettingsValues>>['form'];
  under: ReturnType<typeof useUnder<keyof SettingsValues>>;
}) {
  const { t } = useTranslation('notification-settings');
  return (
    <div className={classes.hours}>
      <div>
        <TextInput
          type="time"
          classNames={{ wrapper: classes.time }}
          label={t('quiet.from')}
          required
          {...form.getInputProps('quietFrom')}
        />
        {under('quietFrom')}
      </div>
      <div>
        <TextInput
          type="time"
          classNames={{ wrapper: classes.time }}
          label={t('quiet.to')}
          required
          {...form.getInputProps('quietTo')}
        />
        {under('quietTo')}
      </div>
    </div>
  );
}

function TimeZone({
  zones,
  form,
  under,
}: {
  zones: string[];
  form: ReturnType<typeof useLiveForm<SettingsValues>>['form'];
  under: ReturnType<typeof useUnder<keyof SettingsValues>>;
}) {
  const { t } = useTranslation('notification-settings');
  return (
    <div>
      <Select
        label={t('timeZone')}
        description={t('timeZoneHint')}
        searchable
        allowDeselect={false}
        limit={60}
        data={zones}
        nothingFoundMessage={t('noZone')}
        {...form.getInputProps('timeZone')}
      />
      {under('timeZone')}
    </div>
  );
}
