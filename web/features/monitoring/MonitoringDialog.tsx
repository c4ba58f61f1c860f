import { monitoringCategories } from '@hzm/contracts/features/monitoring/api';
import type { LogCategoryId } from '@hzm/contracts/features/monitoring/log';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjects } from '../../state/projects.live.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
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

/** The request log of a project: categories beside their entries. */
export function MonitoringDialog({
  projectId,
  onClose,
}: {
  projectId: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('monitoring');
  const name = useProjects().data?.docs.find(({ id }) => id === projectId)?.name ?? '';
  return (
    <Dialog opened addressed onClose={onClose} title={t('title', { name })} size={1100}>
      <Monitoring about={{ projectId, projectName: name.toLowerCase() }} />
    </Dialog>
  );
}

function Monitoring({ about }: { about: About }) {
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
            key={category}
            about={about}
            category={category}
            everyMs={everyMs}
            isLive={isLive}
            onLive={setLive}
          />
        </div>
      </div>
    </Stack>
  );
}
