import type { ProblemCode } from '@hzm/contracts/core/problem';
import type { Status } from '@hzm/contracts/features/status/status';
import en from '@hzm/contracts/problems.en.json';
import tr from '@hzm/contracts/problems.tr.json';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { Panel } from '../../ui/Panel.tsx';
import classes from './Status.module.css';
import { sumsOf } from './sums.ts';

const reasons = { tr, en };

/** What was refused in the last minute, by reason, with what those who asked were told. */
export function Refusals({ status }: { status: Status }) {
  const { t } = useTranslation('status');
  const language = useLanguage();
  const { refusals } = sumsOf(status);
  return (
    <Panel title={t('refusals.title')}>
      {refusals.length === 0
        ? <p className={classes.calm}>{t('refusals.none')}</p>
        : <dl className={classes.facts}>{refusals.map(([code, count]) => <div key={code} className={classes.fact}><dt><code>{code}</code><small>{reasons[language][code as ProblemCode]}</small></dt><dd className="hzm-figures">{formatNumber(count, language)}</dd></div>)}</dl>}
    </Panel>
  );
}
