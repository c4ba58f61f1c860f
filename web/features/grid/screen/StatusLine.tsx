import type { Field } from '@hzm/contracts/features/tables/table';
import { IconCheck, IconCloudUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useIsNews } from '../body/use-saying.ts';
import type { Activity } from '../model/activity.ts';
import { isStuck, type Op } from '../model/op.ts';
import classes from './DataScreen.module.css';

/** Time that another person's activity is shown, in milliseconds. */
const NEWS_MS = 15_000;

interface Props {
  activity: Activity | null;
  fields: readonly Field[];
  said: string;
  ops: readonly Op[];
}

/**
 * The latest activity of others, the latest action here, and whether everything is saved. Announced
 * as it changes.
 */
export function StatusLine({ activity, fields, said, ops }: Props) {
  const { t } = useTranslation('grid');
  const isNews = useIsNews(activity?.at, NEWS_MS);
  const name = fields.find(({ id }) => id === activity?.field)?.name ?? '';
  const theirs =
    activity && isNews
      ? t(activity.who === '' ? `unnamedActivity.${activity.what}` : `activity.${activity.what}`, {
          who: activity.who,
          field: name,
          count: activity.count,
        })
      : '';
  const stuck = ops.filter(isStuck).length;
  const waiting = ops.length - stuck;
  const state =
    waiting > 0
      ? t('waiting', { count: waiting })
      : stuck > 0
        ? t('undecided', { count: stuck })
        : t('allSaved');
  return (
    <div className={classes.status}>
      <span
        role="status"
        aria-label={t('activity.label')}
        className={classes.told}
        title={theirs}
        data-testid="activity"
      >
        {theirs}
      </span>
      <span role="status" className={classes.told} title={said} data-testid="said">
        {said}
      </span>
      <span
        className={classes.saved}
        title={state}
        data-testid="saved"
        data-unsaved={ops.length || undefined}
      >
        {ops.length > 0 ? (
          <IconCloudUpload size={15} aria-hidden />
        ) : (
          <IconCheck size={15} aria-hidden />
        )}
        <span>{state}</span>
      </span>
    </div>
  );
}
