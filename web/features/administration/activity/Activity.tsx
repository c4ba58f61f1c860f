import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { useStatus } from '../../../ui/use-status.ts';
import { HourCharts } from './HourCharts.tsx';
import { OnlinePeople } from './OnlinePeople.tsx';
import classes from './Activity.module.css';

/** Activity of the last hour and people online, updated every second. */
export function Activity() {
  const { t } = useTranslation('activity');
  const { status, error, reload, isOld } = useStatus();
  if (!status) {
    return error ? (
      <ErrorNotice error={error} title={t('failed')} onRetry={reload} />
    ) : (
      <div className={classes.waiting} aria-busy>
        <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
        <Skeleton h="100%" radius="lg" />
      </div>
    );
  }
  return (
    <div className={classes.board} data-old={isOld || undefined}>
      <div role="status" className={classes.news}>
        {isOld && t('old')}
      </div>
      <Panel title={t('hour')}>
        <HourCharts hour={status.hour} people={status.online.length} />
      </Panel>
      <Panel title={t('online.title')}>
        <OnlinePeople people={status.online} at={status.at} />
      </Panel>
    </div>
  );
}
