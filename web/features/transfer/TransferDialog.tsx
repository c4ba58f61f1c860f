import { Alert } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconUnlink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useProject } from '../../state/project.live.ts';
import { Dialog } from '../../ui/Overlay.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { Compare } from './Compare.tsx';
import { FailedNotice } from './FailedNotice.tsx';

/** Transfers a test environment's tables to its live project, over any screen. */
export function TransferDialog({
  testProjectId,
  onClose,
}: {
  testProjectId: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('transfer');
  const isNarrow = useMediaQuery('(max-width: 48em)') ?? false;
  return (
    <Dialog addressed opened onClose={onClose} title={t('title')} size={760} fullScreen={isNarrow}>
      <OfTestProject testProjectId={testProjectId}>
        {liveProjectId => (
          <Pair testProjectId={testProjectId} liveProjectId={liveProjectId} onClose={onClose} />
        )}
      </OfTestProject>
    </Dialog>
  );
}

/** Loads the live project of a test environment. */
function OfTestProject({
  testProjectId,
  children,
}: {
  testProjectId: string;
  children: (liveProjectId: string) => ReactNode;
}) {
  const { t } = useTranslation('transfer');
  const loaded = useProject(testProjectId);
  if (loaded.status === 'loading')
    return <Waiting text={t('loading')} heights={[20, 64, 64, 64]} gap="sm" />;
  const liveProjectId = loaded.data?.project.parentProjectId ?? null;
  if (loaded.status === 'error' && ![400, 404].includes(loaded.error.status))
    return <FailedNotice error={loaded.error} what="loadFailed" />;
  return liveProjectId === null ? (
    <Alert color="gray" icon={<IconUnlink size={20} aria-hidden />}>
      {t('noPair')}
    </Alert>
  ) : (
    children(liveProjectId)
  );
}

function Pair({
  testProjectId,
  liveProjectId,
  onClose,
}: {
  testProjectId: string;
  liveProjectId: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('transfer');
  const test = useProject(testProjectId);
  const live = useProject(liveProjectId);
  if (live.status === 'loading')
    return <Waiting text={t('loading')} heights={[20, 64, 64, 64]} gap="sm" />;
  if (live.status === 'error') return <FailedNotice error={live.error} what="loadFailed" />;
  return (
    test.data && <Compare test={test.data.project} live={live.data.project} onClose={onClose} />
  );
}
