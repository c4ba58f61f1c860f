import type { CustomEndpoint } from '@hzm/contracts/features/custom-endpoints/endpoint';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language.ts';
import { formatMoment } from '../../lib/values/date-text.ts';
import { Section } from './Section.tsx';
import classes from './Endpoints.module.css';

/** Usage in total, by day, and the last calls. */
export function UsagePanel({
  endpoint: {
    calls,
    lastCalled,
    usage: { days, calls: last },
  },
}: {
  endpoint: CustomEndpoint;
}) {
  const { t } = useTranslation('endpoints');
  const language = useLanguage();
  const most = Math.max(1, ...days.map(({ used }) => used));
  const recent = days.reduce((sum, { used }) => sum + used, 0);
  return (
    <Section title={t('usage.title')}>
      <Text size="sm">
        {calls === 0
          ? t('usage.none')
          : t('usage.since', { count: calls, at: formatMoment(lastCalled ?? '', language) })}
      </Text>
      {calls > 0 && (
        <>
          <div
            className={classes.bars}
            role="img"
            aria-label={t('usage.days', { count: recent, days: days.length })}
          >
            {days.map(({ day, used }) => (
              <span
                key={day}
                className={classes.bar}
                style={{ height: `${(used / most) * 100}%` }}
              />
            ))}
          </div>
          <Text size="sm" fw={500} mt="sm">
            {t('usage.last')}
          </Text>
          <ul className={classes.lines}>
            {last.slice(0, 5).map(({ at, call, status }, i) => (
              <li key={i}>
                <Text size="sm" c="dimmed">
                  {formatMoment(at, language)} · {call} · {String(status)}
                </Text>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}
