import { languages } from '@hzm/contracts/core/language';
import { MailRhythm } from '@hzm/contracts/features/notifications/settings';
import { Alert, Checkbox, Radio, Select, Stack, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { useLiveForm } from '../../../ui/use-live-form.ts';
import type { useUnder } from '../../../ui/use-under.tsx';
import type { SettingsValues } from './values.ts';
import classes from './NotificationSettings.module.css';

interface PartProps {
  form: ReturnType<typeof useLiveForm<SettingsValues>>['form'];
  /** Renders the remote value of a member that is being edited. */
  under: ReturnType<typeof useUnder<keyof SettingsValues>>;
}

/** Fields for the rhythm, quiet hours and language of mails. */
export function MailFields({ sendsMail, ...part }: PartProps & { sendsMail: boolean }) {
  const { t } = useTranslation('notification-settings');
  const { form, under } = part;
  const { mail, isQuiet } = form.values;
  const ofMails = languages.map(value => ({ value, label: t(`language.${value}`) }));
  if (!sendsMail)
    return (
      <Alert color="gray" role="note" title={t('noServer.title')}>
        {t('noServer.text')}
      </Alert>
    );
  return (
    <>
      <Rhythm {...part} />
      {mail !== 'never' && (
        <>
          {mail === 'daily' && <Time {...part} member="digestAt" label={t('digestAt')} />}
          <div>
            <Checkbox
              label={t('quiet.label')}
              description={t('quiet.hint')}
              {...form.getInputProps('isQuiet', { type: 'checkbox' })}
            />
            {under('isQuiet')}
          </div>
          {isQuiet && (
            <div className={classes.hours}>
              <Time {...part} member="quietFrom" label={t('quiet.from')} />
              <Time {...part} member="quietTo" label={t('quiet.to')} />
            </div>
          )}
          <TimeZone {...part} />
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

function Rhythm({ form, under }: PartProps) {
  const { t } = useTranslation('notification-settings');
  const rhythms = MailRhythm.options.map(value => ({
    value,
    label: t(`rhythm.${value}`),
    description: t(`rhythm.${value}Hint`),
  }));
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

/** A time of day. */
function Time({
  form,
  under,
  member,
  label,
}: PartProps & { member: 'digestAt' | 'quietFrom' | 'quietTo'; label: string }) {
  return (
    <div>
      <TextInput
        type="time"
        classNames={{ wrapper: classes.time }}
        label={label}
        required
        {...form.getInputProps(member)}
      />
      {under(member)}
    </div>
  );
}

function TimeZone({ form, under }: PartProps) {
  const { t } = useTranslation('notification-settings');
  const { timeZone } = form.values;
  const zones = useMemo(
    () => [...new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])],
    [timeZone],
  );
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
