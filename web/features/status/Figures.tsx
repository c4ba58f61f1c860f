import type { Status } from '@hzm/contracts/core/status';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language.ts';
import { recently, sumsOf } from './sums.ts';
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

const TREND_WIDTH = 120;
const TREND_HEIGHT = 28;

/** Line of the last minute, beside its figure. */
function Trend({ series }: { series: readonly number[] }) {
  const top = Math.max(1, ...series);
  const points = series.map(
    (value, at) =>
      `${((at / (series.length - 1)) * TREND_WIDTH).toFixed(1)},${(TREND_HEIGHT - 2 - (value / top) * (TREND_HEIGHT - 4)).toFixed(1)}`,
  );
  return (
    <svg
      className={classes.trend}
      viewBox={`0 0 ${TREND_WIDTH} ${TREND_HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <polygon points={`0,${TREND_HEIGHT} ${points.join(' ')} ${TREND_WIDTH},${TREND_HEIGHT}`} />
      <polyline points={points.join(' ')} />
    </svg>
  );
}
