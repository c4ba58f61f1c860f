import { monitoringCategories } from '@hzm/contracts/features/monitoring/api';
import type { LogCategoryId } from '@hzm/contracts/features/monitoring/log';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { bodyOf, type About } from './about.ts';
import { CategoryList } from './CategoryList.tsx';
import { Deployments } from './Deployments.tsx';
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
