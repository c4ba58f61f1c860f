import { deployments } from '@hzm/contracts/features/monitoring/api';
import type { Deployment } from '@hzm/contracts/features/monitoring/log';
import { Badge, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { bodyOf, type About } from './about.ts';
import classes from './Monitoring.module.css';

/** Maximum starts shown above the entries, which tell of all. */
const SHOWN = 5;
const colors: Record<Deployment['status'], string> = {
  running: 'teal',
  stopped: 'gray',
  ended: 'red',
};

/** The last starts of the server. */
export function Deployments({ about }: { about: About }) {
  const { t } = useTranslation('monitoring');
  const { data } = useAnswer(deployments, bodyOf(about, {}));
  if (!data) return null;
  return (
    <ul className={classes.list} aria-label={t('deployments.title')}>
      {data.deployments.slice(0, SHOWN).map(({ id, version, status, startedAt }) => (
        <li key={id}>
          <Group gap="xs" py={4}>
            <Badge variant="light" tt="none" color={colors[status]}>
              {t(`deployments.${status}`)}
            </Badge>
            <Text size="sm">{t('deployments.version', { version })}</Text>
            <Text size="sm" c="dimmed">
              <RelativeTime at={startedAt} />
            </Text>
          </Group>
        </li>
      ))}
    </ul>
  );
}
