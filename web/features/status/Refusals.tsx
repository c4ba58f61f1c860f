import type { Status } from '@hzm/contracts/core/status';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { Panel } from '../../ui/Panel.tsx';
import { sumsOf } from './sums.ts';
import classes from './Status.module.css';

/** Refusals of the last minute by reason. */
export function Refusals({ status }: { status: Status }) {
  const { t } = useTranslation('status');
  const language = useLanguage();
  const { refusals } = sumsOf(status);
  return (
    <Panel title={t('refusals.title')}>
      {refusals.length === 0 ? (
        <p className={classes.calm}>{t('refusals.none')}</p>
      ) : (
        <dl className={classes.facts}>
          {refusals.map(([code, count]) => (
            <div key={code} className={classes.fact}>
              <dt>
                <code>{code}</code>
              </dt>
              <dd className="hzm-figures">{formatNumber(count, language)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
}
