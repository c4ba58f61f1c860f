import { projectHealth } from '@hzm/contracts/features/monitoring/api';
import { Badge, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { bodyOf, type About } from './about.ts';
import { usePolled } from './use-polled.ts';

const POLL_MS = 15_000;
const colors = { healthy: 'teal', degraded: 'yellow', failing: 'red' } as const;

/** The health of the project in a line; nothing until it is known. */
export function Health({ about }: { about: About }) {
  const { t } = useTranslation('monitoring');
  const language = useLanguage();
  const { data } = usePolled(projectHealth, bodyOf(about, {}), POLL_MS);
  if (!data) return null;
  const { status, checks, figures } = data.health;
  const number = (value: number): string => formatNumber(value, language);
  return (
    <section aria-label={t(about.projectId === undefined ? 'health.ofAll' : 'health.label')}>
      <Group gap="xs">
        <Badge variant="light" tt="none" color={colors[status]}>
          {t(`health.${status}`)}
        </Badge>
        <Text size="sm">
          {figures
            ? t('health.figures', {
                requests: number(figures.requests),
                failed: number(figures.failed),
                p50: number(figures.p50),
                p95: number(figures.p95),
              })
            : t('health.none')}
        </Text>
      </Group>
      {checks
        .filter(({ isOk }) => !isOk)
        .map(({ name, message }) => (
          <Text key={name} size="sm" mt={4}>
            {message}
          </Text>
        ))}
    </section>
  );
}
