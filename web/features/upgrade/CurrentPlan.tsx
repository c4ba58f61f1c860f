import { UNLIMITED } from '@hzm/contracts/features/accounts/account';
import type { Subscription } from '@hzm/contracts/features/pricing/subscription';
import { Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { useSession } from '../../state/use-session.ts';
import { useMoney } from '../../ui/use-money.ts';
import classes from './Upgrade.module.css';

/** The current plan. `subscription` is undefined while loading, null without a plan. */
export function CurrentPlan({ subscription }: { subscription: Subscription | null | undefined }) {
  const { t } = useTranslation(['upgrade', 'prices', 'translation']);
  const language = useLanguage();
  const money = useMoney();
  const { user } = useSession();
  const limit = (value: number): string =>
    value === UNLIMITED ? t('translation:unlimited') : formatNumber(value, language);
  return (
    <section className={classes.current} aria-labelledby="current-plan">
      <div>
        <Text size="sm" c="dimmed" id="current-plan">
          {t('current.title')}
        </Text>
        <Text fw={650} size="lg" className={classes.text} data-testid="current-plan">
          {subscription === undefined ? (
            <Skeleton h={22} w={120} />
          ) : (
            (subscription?.planName ?? t(`translation:plans.${user.subscriptionType}`))
          )}
        </Text>
      </div>
      <div className={classes.facts}>
        {subscription && (
          <Text size="sm">
            {t(`prices:per.${subscription.cycle}`, {
              price: money(subscription.price, subscription.currency),
            })}
          </Text>
        )}
        <Text size="sm">
          {t('current.limits', {
            projects: limit(user.maxProjects),
            tables: limit(user.maxTables),
          })}
        </Text>
        {subscription?.until && (
          <Text size="sm" c="dimmed">
            {t('current.until', { date: formatDate(subscription.until, language) })}
          </Text>
        )}
      </div>
    </section>
  );
}
