import { UNLIMITED } from '@hzm/contracts/features/accounts/account';
import type { PlanChange } from '@hzm/contracts/features/pricing/subscription';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { formatMoment } from '../../lib/values/date-text.ts';
import { useSession } from '../../state/use-session.ts';
import { useMoney } from '../../ui/use-money.ts';
import classes from './Account.module.css';

/** History of one's plan, newest first: time, person, price. */
export function PlanChanges({ changes }: { changes: readonly PlanChange[] }) {
  const { t } = useTranslation(['account', 'prices', 'translation']);
  const language = useLanguage();
  const money = useMoney();
  const { user } = useSession();
  const limit = (value: number): string =>
    value === UNLIMITED ? t('translation:unlimited') : formatNumber(value, language);
  const words = ({ kind, reason, planName, maxProjects, maxTables }: PlanChange): string => {
    const plan = planName ?? '';
    if (kind === 'limits')
      return t('ownPlan.changes.limits', {
        projects: limit(maxProjects),
        tables: limit(maxTables),
      });
    return kind === 'ended'
      ? t(`ownPlan.changes.ended-${reason ?? 'asked'}`, { plan })
      : t(`ownPlan.changes.${kind}`, { plan });
  };
  const besides = ({ at, actor, cycle, currency, price, campaignName }: PlanChange): string =>
    [
      formatMoment(at, language),
      ...(price !== null && currency !== null && cycle !== null
        ? [t(`prices:per.${cycle}`, { price: money(price, currency) })]
        : []),
      ...(campaignName === null ? [] : [campaignName]),
      ...(actor === null || actor.id === user.id ? [] : [t('ownPlan.by', { name: actor.name })]),
    ].join(' · ');
  return (
    <ol className={classes.sessions} aria-label={t('ownPlan.history')}>
      {changes.map(change => (
        <li key={change.id} className={classes.session} data-change={change.kind}>
          <div>
            <Text size="sm" fw={500}>
              {words(change)}
            </Text>
            <Text size="sm" c="dimmed">
              {besides(change)}
            </Text>
          </div>
        </li>
      ))}
    </ol>
  );
}
