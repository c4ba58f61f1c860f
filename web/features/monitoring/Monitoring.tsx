import { monitoringCategories, deployments } from '@hzm/contracts/features/monitoring/api';
import type { LogCategoryId, Deployment } from '@hzm/contracts/features/monitoring/log';
import { Stack, Badge, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { bodyOf, type About } from './about.ts';
import { CategoryList } from './CategoryList.tsx';
import { Health } from './Health.tsx';
import { LogPanel } from './LogPanel.tsx';
import { usePolled } from './use-polled.ts';
import classes from './Monitoring.module.css';

/** Interval of asking for what is new, in milliseconds. */
const POLL_MS = 5_000;

/** Health, categories and entries of a part of the request log, live. */
export function Monitoring({
  about,
  onProject,
}: {
  about: About;
  onProject?: (id: string) => void;
}) {
  const { t } = useTranslation('monitoring');
  const [category, setCategory] = useState<LogCategoryId>('all');
  const [isLive, setLive] = useState(true);
  const everyMs = isLive ? POLL_MS : null;
  const { data, error, reload } = usePolled(monitoringCategories, bodyOf(about, {}), everyMs);
  if (!data)
    return error ? (
      <ErrorNotice
        error={error}
        title={t('failed')}
        wordless="RAILWAY_MONITORING_ERROR"
        onRetry={reload}
      />
    ) : (
      <Waiting text={t('loading')} heights={[40, 320]} />
    );
  return (
    <Stack>
      {error && (
        <ErrorNotice
          error={error}
          title={t('failed')}
          wordless="RAILWAY_MONITORING_ERROR"
          onRetry={reload}
        />
      )}
      <Health about={about} />
      <div className={classes.parts}>
        <CategoryList categories={data.categories} chosen={category} onChoose={setCategory} />
        <div className={classes.entries}>
          {category === 'deploy' && <Deployments about={about} />}
          <LogPanel
            key={`${category} ${about.projectId} ${about.account}`}
            about={about}
            category={category}
            everyMs={everyMs}
            isLive={isLive}
            onLive={setLive}
            onProject={onProject}
          />
        </div>
      </div>
    </Stack>
  );
}

/** Maximum starts shown above the entries, which tell of all. */
const SHOWN_STARTS = 5;
const colors: Record<Deployment['status'], string> = {
  running: 'teal',
  stopped: 'gray',
  ended: 'red',
};

/** The last starts of the server. */
function Deployments({ about }: { about: About }) {
  const { t } = useTranslation('monitoring');
  const { data } = useAnswer(deployments, bodyOf(about, {}));
  if (!data) return null;
  return (
    <ul className={classes.list} aria-label={t('deployments.title')}>
      {data.deployments.slice(0, SHOWN_STARTS).map(({ id, version, status, startedAt }) => (
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
