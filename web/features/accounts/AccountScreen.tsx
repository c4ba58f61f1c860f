import { ownData } from '@hzm/contracts/features/own-account/api';
import {
  Anchor,
  Button,
  SegmentedControl,
  Stack,
  Text,
  useMantineColorScheme,
} from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/files.ts';
import { formatDate } from '../../lib/format.ts';
import { send } from '../../lib/http.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { LanguageSwitch } from '../../shell/LanguageSwitch.tsx';
import { useLive } from '../../state/live-resource.ts';
import { useSession } from '../../state/use-session.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { DeleteOwn } from './DeleteOwn.tsx';
import { Looks } from './Looks.tsx';
import { NotificationForm } from './notification-settings/NotificationForm.tsx';
import { settingsOf } from './notification-settings/settings.live.ts';
import { OwnEmail } from './OwnEmail.tsx';
import { OwnName } from './OwnName.tsx';
import { OwnPlan } from './OwnPlan.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { Sessions } from './Sessions.tsx';
import { useSessions } from './use-sessions.ts';
import classes from './Account.module.css';

/** The signed-in person's account: name, email, plan, password, sessions, data, deletion. */
export function AccountScreen() {
  const { t } = useTranslation(['account', 'notification-settings', 'forms']);
  const { user } = useSession();
  const language = useLanguage();
  const sessions = useSessions();
  const facts = [{ name: t('since'), value: formatDate(user.createdAt, language) }];
  return (
    <Page title={t('title')} back={<BackLink to="/dashboard" label={t('back')} />}>
      <Stack gap="lg" maw={720}>
        <Panel title={t('about')}>
          <Stack className={classes.body}>
            <OwnName />
            <OwnEmail />
            <Facts facts={facts} />
          </Stack>
        </Panel>
        <Panel title={t('preferences')}>
          <div className={classes.body}>
            <Preferences />
          </div>
        </Panel>
        <Panel title={t('ownPlan.title')}>
          <OwnPlan />
        </Panel>
        <Panel title={t('notification-settings:title')}>
          <NotificationSettings userId={user.id} />
        </Panel>
        <Panel title={t('password.title')}>
          <div className={classes.body}>
            <PasswordForm onDone={sessions.reload} />
          </div>
        </Panel>
        <Panel title={t('looks.title')}>
          <Looks userId={user.id} />
        </Panel>
        <Panel title={t('sessions.title')}>
          <Sessions {...sessions} />
        </Panel>
        <Panel title={t('data.title')}>
          <div className={classes.body}>
            <OwnData />
          </div>
        </Panel>
        <Panel title={t('delete.title')}>
          <div className={classes.body}>
            <DeleteOwn />
          </div>
        </Panel>
      </Stack>
    </Page>
  );
}

/** Downloads the account's own data as a JSON file. */
function OwnData() {
  const { t } = useTranslation('account');
  const { busy, error, run } = useSending();
  const save = (): void =>
    void run(async () => {
      const { data } = await send(ownData);
      saveFile(
        new File([JSON.stringify(data, null, 2)], 'hzm-account.json', { type: 'application/json' }),
      );
    });
  return (
    <Stack align="flex-start">
      <Text size="sm" c="dimmed">
        {t('data.lead')}{' '}
        <Anchor component={Link} to="/projects" underline="always">
          {t('data.projects')}
        </Anchor>
      </Text>
      {error && <ErrorNotice error={error} title={t('data.failed')} />}
      <Button variant="default" loading={busy} onClick={save}>
        {t('data.submit')}
      </Button>
    </Stack>
  );
}

const schemes = ['light', 'dark', 'auto'] as const;

function Preferences() {
  const { t } = useTranslation('common');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const id = useId();
  return (
    <div className={classes.preferences}>
      <Text size="sm">{t('language.label')}</Text>
      <LanguageSwitch fullWidth />
      <Text size="sm" id={id}>
        {t('scheme.label')}
      </Text>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-labelledby={id}
        value={colorScheme}
        onChange={setColorScheme}
        data={schemes.map(scheme => ({ value: scheme, label: t(`scheme.${scheme}`) }))}
      />
    </div>
  );
}

function NotificationSettings({ userId }: { userId: string }) {
  const { t } = useTranslation('notification-settings');
  const settings = useLive(settingsOf(userId));
  return (
    <div className={classes.body}>
      {settings.status === 'loading' && <Waiting text={t('loading')} heights={[320]} />}
      {settings.status === 'error' && (
        <ErrorNotice
          error={settings.error}
          title={t('loadFailed')}
          onRetry={() => void settingsOf(userId).reload()}
        />
      )}
      {settings.status === 'ready' && <NotificationForm userId={userId} {...settings.data} />}
    </div>
  );
}
