import { currentMaster } from '@hzm/contracts/features/master/api';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { useAdminAnswer } from '../../ui/use-admin-answer.ts';
import { Waiting } from '../../ui/Waiting.tsx';
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
  if (!data) return <Waiting text={t('master.loading')} heights={[220]} />;
  return (
    <Stack>
      <Text size="sm">{t('master.lead')}</Text>
      <MasterForm credentials={data.credentials} onChanged={reload} />
    </Stack>
  );
}
