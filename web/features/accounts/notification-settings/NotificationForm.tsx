import type { NotificationKind } from '@hzm/contracts/features/notifications/notification';
import {
  isMailed,
  type NotificationSettingsAnswer,
} from '@hzm/contracts/features/notifications/settings';
import { Alert, Button, Checkbox, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/use-language.ts';
import { formatMoment } from '../../../lib/values/date-text.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Form } from '../../../ui/Form.tsx';
import { notifyDone } from '../../../ui/notify.tsx';
import { textsOf } from '../../../ui/rule-texts.ts';
import { useLiveForm } from '../../../ui/use-live-form.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { useUnder } from '../../../ui/use-under.tsx';
import { MailFields } from './MailFields.tsx';
import { save } from './settings.live.ts';
import {
  kinds,
  readerIn,
  settingsFrom,
  settingsProblems,
  valuesOf,
  type Choices,
} from './values.ts';
import classes from './NotificationSettings.module.css';

/**
 * Settings of each kind of notification, in the bell and by mail. Shows changes from other devices
 * at once.
 */
export function NotificationForm({
  userId,
  settings,
  sendsMail,
  failure,
}: { userId: string } & NotificationSettingsAnswer) {
  const { t } = useTranslation(['notification-settings', 'forms', 'common']);
  const language = useLanguage();
  const { busy, error, run } = useSending();
  const reader = readerIn(language);
  const { form, underneath, settled } = useLiveForm(valuesOf(settings, reader), values =>
    textsOf(t, settingsProblems(values)),
  );
  const submit = form.onSubmit(values =>
    run(async () => {
      settled(valuesOf(await save(userId, settingsFrom(values)), reader));
      notifyDone(t('done'));
    }),
  );
  const mails = sendsMail && form.values.mail !== 'never';
  const under = useUnder(underneath);
  const box = (name: keyof Choices, label: string) => (
    <div>
      <Checkbox label={label} {...form.getInputProps(name, { type: 'checkbox' })} />
      {under(name)}
    </div>
  );
  return (
    <Form onSubmit={submit}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('lead')}
        </Text>
        {failure && (
          <Alert color={failure.hasEnded ? 'red' : 'yellow'} role="status">
            {t(failure.hasEnded ? 'failure.ended' : 'failure.trying', {
              count: failure.attempts,
              time: formatMoment(failure.at, language),
            })}
          </Alert>
        )}
        <MailFields form={form} under={under} sendsMail={sendsMail} />
        <div className={classes.kinds}>
          {kinds.map(kind => (
            <KindChoices key={kind} kind={kind} box={box} mails={mails} />
          ))}
        </div>
        {error && <ErrorNotice error={error} title={t('failed')} />}
        <VisuallyHidden role="status">{busy && t('saving')}</VisuallyHidden>
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

function KindChoices({
  kind,
  box,
  mails,
}: {
  kind: NotificationKind;
  box: (name: keyof Choices, label: string) => ReactElement;
  mails: boolean;
}) {
  const { t } = useTranslation(['notification-settings', 'forms', 'common']);
  return (
    <div className={classes.kind} role="group" aria-label={t(`kinds.${kind}`)}>
      <Text size="sm" className={classes.name}>
        {t(`kinds.${kind}`)}
      </Text>
      <Group gap="lg" className={classes.boxes}>
        {box(`bell-${kind}`, t('bell'))}
        {mails &&
          (isMailed(kind) ? (
            box(`mail-${kind}`, t('mail'))
          ) : (
            <Text size="sm" c="dimmed">
              {t('ownMail')}
            </Text>
          ))}
      </Group>
    </div>
  );
}
