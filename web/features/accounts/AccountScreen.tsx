import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { useSession } from '../../state/use-session.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { DeleteOwn } from './DeleteOwn.tsx';
import { Looks } from './Looks.tsx';
import { NotificationSettings } from './notification-settings/NotificationSettings.tsx';
import { OwnData } from './OwnData.tsx';
import { OwnEmail } from './OwnEmail.tsx';
import { OwnName } from './OwnName.tsx';
import { OwnPlan } from './OwnPlan.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { Preferences } from './Preferences.tsx';
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
