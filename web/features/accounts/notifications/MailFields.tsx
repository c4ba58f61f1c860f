import { Alert, Checkbox, Radio, Select, Stack, TextInput } from '@mantine/core';
import { MailRhythm } from '@hzm/contracts/features/notifications/settings';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '../../../lib/language.ts';
import { Underneath } from '../../../ui/Underneath.tsx';
import type { useLiveForm } from '../../../ui/use-live-form.ts';
import classes from './Notifications.module.css';
import type { SettingsValues } from './values.ts';

type Live = ReturnType<typeof useLiveForm<SettingsValues>>;

/** Whether and when mails come, in whose night they do not, and in which language. */
export function MailFields({ form, underneath, sendsMail }: Pick<Live, 'form' | 'underneath'> & { sendsMail: boolean }) {
  const { t } = useTranslation(['alerts', 'common']);
  const { mail, isQuiet, timeZone } = form.values;
  const zones = useMemo(() => [...new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])], [timeZone]);
  const other = (name: keyof SettingsValues): string | undefined => { const value = underneath.get(name); return value === undefined ? undefined : String(value); };
  const rhythm = underneath.get('mail');
  const language = underneath.get('language');
  const quiet = underneath.get('isQuiet');
  if (!sendsMail) return <Alert color="gray" role="note" title={t('noServer.title')}>{t('noServer.text')}</Alert>;
  return (
    <>
      <div>
        <Radio.Group label={t('rhythm.label')} {...form.getInputProps('mail')}>
          <Stack gap="xs" mt="xs">{MailRhythm.options.map(one => <Radio key={one} value={one} label={t(`rhythm.${one}`)} description={t(`rhythm.${one}Hint`)} />)}</Stack>
        </Radio.Group>
        <Underneath value={rhythm === undefined ? undefined : t(`rhythm.${rhythm as SettingsValues['mail']}`)} />
      </div>
      {mail !== 'never' && (
        <>
          {mail === 'daily' && <div><TextInput type="time" classNames={{ wrapper: classes.time }} label={t('digestAt')} required {...form.getInputProps('digestAt')} /><Underneath value={other('digestAt')} /></div>}
          <div>
            <Checkbox label={t('quiet.label')} description={t('quiet.hint')} {...form.getInputProps('isQuiet', { type: 'checkbox' })} />
            <Underneath value={quiet === undefined ? undefined : t(quiet === true ? 'common:yes' : 'common:no')} />
          </div>
          {isQuiet && (
            <div className={classes.hours}>
              <div><TextInput type="time" classNames={{ wrapper: classes.time }} label={t('quiet.from')} required {...form.getInputProps('quietFrom')} /><Underneath value={other('quietFrom')} /></div>
              <div><TextInput type="time" classNames={{ wrapper: classes.time }} label={t('quiet.to')} required {...form.getInputProps('quietTo')} /><Underneath value={other('quietTo')} /></div>
            </div>
          )}
          <div><Select label={t('timeZone')} description={t('timeZoneHint')} searchable allowDeselect={false} limit={60} data={zones} nothingFoundMessage={t('noZone')} {...form.getInputProps('timeZone')} /><Underneath value={other('timeZone')} /></div>
          <div>
            <Select label={t('language.label')} allowDeselect={false} data={languages.map(value => ({ value, label: t(`language.${value}`) }))} {...form.getInputProps('language')} />
            <Underneath value={language === undefined ? undefined : t(`language.${language as SettingsValues['language']}`)} />
          </div>
        </>
      )}
    </>
  );
}
