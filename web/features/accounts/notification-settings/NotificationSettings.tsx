import { useTranslation } from 'react-i18next';
import { useLive } from '../../../state/live-resource.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Waiting } from '../../../ui/Waiting.tsx';
import { NotificationForm } from './NotificationForm.tsx';
import { settingsOf } from './settings.live.ts';
import classes from '../Account.module.css';

export function NotificationSettings({ userId }: { userId: string }) {
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
