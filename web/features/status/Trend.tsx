import classes from './Status.module.css';

const WIDTH = 120;
const HEIGHT = 28;

/** Line of the last minute, beside its figure. */
export function Trend({ series }: { series: readonly number[] }) {
  const top = Math.max(1, ...series);
  const points = series.map(
    (value, at) =>
      `${((at / (series.length - 1)) * WIDTH).toFixed(1)},${(HEIGHT - 2 - (value / top) * (HEIGHT - 4)).toFixed(1)}`,
  );
  return (
    <svg
      className={classes.trend}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <polygon points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} />
      <polyline points={points.join(' ')} />
    </svg>
  );
}
