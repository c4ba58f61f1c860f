import type { Status } from '@hzm/contracts/core/status';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language.ts';
import { recently, sumsOf } from './sums.ts';
import { Trend } from './Trend.tsx';
import classes from './Status.module.css';

/** Rates per second, connections, and lag of the views. */
export function Figures({ status }: { status: Status }) {
  const { t } = useTranslation('status');
  const language = useLanguage();
  const { commands, events, sockets, watchers, worstLag } = sumsOf(status);
  const number = (value: number, digits = 0): string =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
  const figures = [
    {
      name: 'commands',
      value: number(recently(commands), 1),
      unit: t('perSecond'),
      series: commands,
    },
    { name: 'events', value: number(recently(events), 1), unit: t('perSecond'), series: events },
    {
      name: 'sockets',
      value: number(sockets),
      unit: t('watchers', { count: watchers, formatted: number(watchers) }),
    },
    {
      name: 'lag',
      value: number(worstLag.events),
      unit: t('eventsBehind', { seconds: number(worstLag.seconds, 1) }),
    },
  ] as const;
  return (
    <dl className={classes.figures} aria-label={t('figures.label')}>
      {figures.map(figure => (
        <div key={figure.name} data-figure={figure.name}>
          <dt>{t(`figures.${figure.name}`)}</dt>
          <dd>
            <strong>{figure.value}</strong> <span>{figure.unit}</span>
          </dd>
          {'series' in figure && (
            <dd>
              <Trend series={figure.series} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
