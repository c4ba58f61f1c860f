import { getRowCopy } from '@hzm/contracts/features/copies/api';
import type { RowCopy } from '@hzm/contracts/features/copies/copy';
import { Alert } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconUnlink } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProject } from '../../state/project.live.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { ChooseRows } from './ChooseRows.tsx';
import { Progress } from './Progress.tsx';

/** Polling interval of a running copy, in milliseconds. */
const EVERY_MS = 1_000;

/** Copies live rows into a test environment, over any screen. */
export function CopyRowsDialog({
  testProjectId,
  onClose,
}: {
  testProjectId: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('copies');
  const isNarrow = useMediaQuery('(max-width: 48em)') ?? false;
  return (
    <Dialog addressed opened onClose={onClose} title={t('title')} size={640} fullScreen={isNarrow}>
      <CopyRows projectId={testProjectId} onClose={onClose} />
    </Dialog>
  );
}

function CopyRows({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const { t } = useTranslation('copies');
  const project = useProject(projectId);
  const { data, error, reload } = useAnswer(getRowCopy, { params: { projectId } });
  // Last answer to a command, until the next poll.
  const [told, setTold] = useState<RowCopy | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const known = data?.copy && data.copy.id === told?.id ? data.copy : (told ?? data?.copy ?? null);
  const copy = told?.state === 'stopped' && told.id === known?.id ? told : known;
  const isRunning = copy?.state === 'running';
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(reload, EVERY_MS);
    return () => clearInterval(timer);
  }, [isRunning, reload]);
  // A copy of an earlier visit is shown only while it runs.
  const [seen, setSeen] = useState<string | null>(null);
  if (isRunning && seen !== copy.id) setSeen(copy.id);

  if (project.data && project.data.project.parentProjectId === null)
    return (
      <Alert color="gray" icon={<IconUnlink size={20} aria-hidden />}>
        {t('notTest')}
      </Alert>
    );
  if (data === null && copy === null && error)
    return <ErrorNotice error={error} title={t('loadFailed')} onRetry={reload} />;
  if (data === null || !project.data)
    return <Waiting text={t('loading')} heights={[40, 40, 40]} gap="sm" />;
  const begin = (next: RowCopy): void => {
    setTold(next);
    setSeen(next.id);
    setChoosing(false);
    reload();
  };
  if (copy !== null && copy.id === seen && !isChoosing)
    return (
      <Progress
        projectId={projectId}
        copy={copy}
        isUnread={error !== null && isRunning}
        onStopped={setTold}
        onAgain={() => {
          reload();
          setChoosing(true);
        }}
        onClose={onClose}
      />
    );
  return (
    <ChooseRows
      projectId={projectId}
      answer={data}
      tables={project.data.tables.docs}
      onStarted={begin}
      onClose={onClose}
    />
  );
}
