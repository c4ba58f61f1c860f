import { MINUTES, type Hour } from '@hzm/contracts/core/activity';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { timeOf } from '../../../lib/values/date-text.ts';
import { MinuteChart } from './MinuteChart.tsx';
import classes from './Activity.module.css';

const MINUTE_MS = 60_000;
const clock = (minute: number): string => timeOf(new Date(minute * MINUTE_MS));
const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
const known = (times: readonly (number | null)[]): number[] => times.map(time => time ?? 0);

/**
 * The last hour as four small charts, or as a table. @param people number of people connected now
 */
export function HourCharts({ hour, people }: { hour: Hour; people: number }) {
  const { t } = useTranslation('activity');
  const language = useLanguage();
  const [hasTable, setHasTable] = useState(false);
  const number = (value: number): string => formatNumber(value, language);
  const milliseconds = (value: number): string => t('ms', { value: number(value) });
  const timeText = (value: number | null): string => (value === null ? '–' : milliseconds(value));
  const charts = [
    { name: 'commands', values: hour.commands, figure: number(sum(hour.commands)), most: number },
    { name: 'refusals', values: hour.refusals, figure: number(sum(hour.refusals)), most: number },
    { name: 'people', values: hour.people, figure: number(people), most: number },
    {
      name: 'times',
      values: known(hour.p95),
      inner: known(hour.median),
      figure: timeText(hour.p95.findLast(time => time !== null) ?? null),
      most: milliseconds,
    },
  ] as const;
  return (
    <>
      <div className={classes.charts}>
        {charts.map(({ name, figure, most, ...series }) => (
          <MinuteChart
            key={name}
            name={name}
            title={t(`charts.${name}`)}
            hint={t(`charts.${name}Hint`)}
            figure={figure}
            {...series}
            most={t('most', { value: most(Math.max(...series.values)) })}
          />
        ))}
      </div>
      <div className={classes.slow}>
        <h3>{t('slow')}</h3>
        {hour.slow.length === 0 ? (
          <p>{t('noCalls')}</p>
        ) : (
          <ol>
            {hour.slow.map(({ call, ms, minute }) => (
              <li key={`${call} ${minute}`}>
                <code>{call}</code> <span>{milliseconds(ms)}</span> <time>{clock(minute)}</time>
              </li>
            ))}
          </ol>
        )}
      </div>
      <details
        className={classes.details}
        onToggle={({ currentTarget: { open } }) => setHasTable(open)}
      >
        <summary>{t('asTable')}</summary>
        {hasTable && <HourTable hour={hour} number={number} timeText={timeText} />}
      </details>
    </>
  );
}

function HourTable({
  hour,
  number,
  timeText,
}: {
  hour: Hour;
  number: (value: number) => string;
  timeText: (value: number | null) => string;
}) {
  const { t } = useTranslation('activity');
  return (
    <table aria-label={t('hour')}>
      <thead>
        <tr>
          {(['minute', 'commands', 'refusals', 'people', 'median', 'p95', 'p99'] as const).map(
            column => (
              <th key={column} scope="col">
                {t(`columns.${column}`)}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: MINUTES }, (_, back) => MINUTES - 1 - back).map(i => (
          <tr key={i}>
            <th scope="row">{clock(hour.minute - MINUTES + 1 + i)}</th>
            {[hour.commands, hour.refusals, hour.people].map((counts, column) => (
              <td key={column}>{number(counts[i] ?? 0)}</td>
            ))}
            {[hour.median, hour.p95, hour.p99].map((times, column) => (
              <td key={column}>{timeText(times[i] ?? null)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
