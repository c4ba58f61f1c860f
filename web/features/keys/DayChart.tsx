import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { formatDay } from '../../lib/values/date-text.ts';
import classes from './Keys.module.css';

const STEP = 10;
const WIDTH = 8;
const HEIGHT = 96;

/** Bars of uses and refusals by day, with a list for screen readers. */
export function DayChart({
  days,
}: {
  days: readonly { readonly day: string; readonly used: number; readonly wrong: number }[];
}) {
  const { t } = useTranslation('keys');
  const language = useLanguage();
  const top = Math.max(1, ...days.map(({ used, wrong }) => used + wrong));
  const heightOf = (count: number): number =>
    count === 0 ? 0 : Math.max(2, (count / top) * (HEIGHT - 2));
  return (
    <>
      <svg
        className={classes.chart}
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden
      >
        {days.map(({ day, used, wrong }, at) => (
          <g key={day}>
            <title>{`${formatDay(day, language)}: ${formatNumber(used, language)}`}</title>
            <rect
              x={at * STEP}
              y={HEIGHT - 1}
              width={WIDTH}
              height={1}
              fill="var(--hzm-line-strong)"
            />
            <rect
              className={classes.used}
              x={at * STEP}
              y={HEIGHT - heightOf(used)}
              width={WIDTH}
              height={heightOf(used)}
            />
            <rect
              className={classes.wrong}
              x={at * STEP}
              y={HEIGHT - heightOf(used) - heightOf(wrong)}
              width={WIDTH}
              height={heightOf(wrong)}
            />
          </g>
        ))}
      </svg>
      <VisuallyHidden>
        <ul aria-label={t('report.usage')}>
          {days
            .filter(({ used, wrong }) => used + wrong > 0)
            .map(({ day, used }) => (
              <li key={day}>{`${formatDay(day, language)}: ${formatNumber(used, language)}`}</li>
            ))}
        </ul>
      </VisuallyHidden>
    </>
  );
}
