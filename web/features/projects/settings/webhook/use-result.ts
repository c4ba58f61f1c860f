import type { WebhookCall } from '@hzm/contracts/features/webhooks/webhook';
import { useTranslation } from 'react-i18next';

/** Returns the result of a call in a word or two. */
export function useResult(): (call: WebhookCall) => string {
  const { t } = useTranslation('webhooks');
  return ({ failure, status }) =>
    failure === null || failure === 'status' || failure === 'redirected'
      ? t(failure === 'redirected' ? 'redirected' : 'answered', { status })
      : t(`failures.${failure}`);
}
