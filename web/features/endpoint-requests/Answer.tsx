import type { ListedRequest } from '@hzm/contracts/features/endpoint-requests/request';
import { IconCircleCheck, IconMessage, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './Inbox.module.css';

/** Answer to a requester: reason of a rejection, readiness, notes; renders nothing without one. */
export function Answer({
  request: { status, admin_notes, rejection_reason },
}: {
  request: Pick<ListedRequest, 'status' | 'admin_notes' | 'rejection_reason'>;
}) {
  const { t } = useTranslation('requests');
  if (status === 'rejected')
    return (
      <p className={classes.answer} data-kind="rejected">
        <IconX size={16} aria-hidden />
        <span>
          <strong>{t('reason')}</strong> {rejection_reason}
        </span>
      </p>
    );
  const isReady = status === 'completed' || status === 'implemented';
  return (
    <>
      {isReady && (
        <p className={classes.answer} data-kind="ready">
          <IconCircleCheck size={16} aria-hidden />
          <strong>{t('ready')}</strong>
        </p>
      )}
      {admin_notes !== null && (
        <p className={classes.answer}>
          <IconMessage size={16} aria-hidden />
          <span>
            <strong>{t('answer')}</strong> {admin_notes}
          </span>
        </p>
      )}
    </>
  );
}
