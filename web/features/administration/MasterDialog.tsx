import { currentMaster } from '@hzm/contracts/features/master/api';
import { Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { useAdminAnswer } from '../../ui/use-admin-answer.ts';
import { MasterForm } from './MasterForm.tsx';

/** The master credentials, behind a separate password. */
export function MasterDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('administration');
  return (
    <Dialog opened={opened} onClose={onClose} title={t('master.title')}>
      <Master />
    </Dialog>
  );
}

function Master() {
  const { t } = useTranslation('administration');
  const { data, error, reload } = useAdminAnswer(
    currentMaster,
    {},
    ({ kind }) => kind === 'master',
  );
  if (error) return <ErrorNotice error={error} title={t('master.failed')} onRetry={reload} />;
  if (!data)
    return (
      <div aria-busy>
        <VisuallyHidden role="status">{t('master.loading')}</VisuallyHidden>
        <Skeleton h={220} />
      </div>
    );
  return (
    <Stack>
      <Text size="sm">{t('master.lead')}</Text>
      <MasterForm credentials={data.credentials} onChanged={reload} />
    </Stack>
  );
}
