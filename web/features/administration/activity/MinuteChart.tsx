import { useTranslation } from 'react-i18next';
import classes from './Activity.module.css';

const STEP = 4;
const WIDTH = 3;
const HEIGHT = 40;

interface Props {
  name: string;
  title: string;
  hint: string;
  figure: string;
  /** Values by minute, oldest first. */
  values: readonly number[];
  /** Part of each value, drawn in front of it. */
  inner?: readonly number[];
  /** Text of the highest value. */
  most: string;
}

/** Bars for each minute of the last hour, under a figure. */
export function MinuteChart({ name, title, hint, figure, values, inner = [], most }: Props) {
  const { t } = useTranslation('activity');
  const top = Math.max(1, ...values);
  const bars = (series: readonly number[], className: string | undefined) =>
    series.map((value, at) => {
      if (value === 0) return null;
      const height = Math.max(1.5, (value / top) * HEIGHT);
      return (
        <rect
          key={at}
          className={className}
          x={at * STEP}
          y={HEIGHT - height}
          width={WIDTH}
          height={height}
        />
      );
    });
  return (
    <figure className={classes.chart} data-chart={name}>
      <figcaption>
        <span>{title}</span> <strong>{figure}</strong> <span>{hint}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${values.length * STEP} ${HEIGHT + 1}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('chartOf', { title, most })}
      >
        <rect className={classes.ground} x={0} y={HEIGHT} width={values.length * STEP} height={1} />
        {bars(values, classes.bar)}
        {bars(inner, classes.inner)}
      </svg>
      <div className={classes.axis} aria-hidden>
        <span>{t('hourAgo')}</span>
        <span>{most}</span>
        <span>{t('now')}</span>
      </div>
    </figure>
  );
}
