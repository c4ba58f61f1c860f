import { isRunning } from '@hzm/contracts/features/pricing/campaign';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import type { Pricing } from '../../../state/pricing.live.ts';
import classes from '../Overview.module.css';

/** Numbers of plans and campaigns by kind. */
export function Tiles({ pricing: { plans, campaigns }, now }: { pricing: Pricing; now: Date }) {
  const { t } = useTranslation('pricing');
  const language = useLanguage();
  const tiles = [
    ['plans', plans.length],
    ['general', plans.filter(({ planType }) => planType === 'general').length],
    ['custom', plans.filter(({ planType }) => planType === 'custom').length],
    ['campaigns', campaigns.length],
    ['active', campaigns.filter(campaign => isRunning(campaign, now)).length],
    ['trials', campaigns.filter(({ discountType }) => discountType === 'free_trial').length],
  ] as const;
  return (
    <dl className={classes.figures} aria-label={t('tiles.label')}>
      {tiles.map(([name, count]) => (
        <div key={name} data-tile={name}>
          <dt>{t(`tiles.${name}`)}</dt>
          <dd>{formatNumber(count, language)}</dd>
        </div>
      ))}
    </dl>
  );
}
