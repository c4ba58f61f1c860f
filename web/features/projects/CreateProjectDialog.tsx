import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/Overlay.tsx';
import { CreateProjectForm } from './CreateProjectForm.tsx';

interface Props {
  opened: boolean;
  /** Names of the account's projects. */
  taken: readonly string[];
  /** Limit of the plan, if it is reached. */
  full: number | undefined;
  onClose: () => void;
}

export function CreateProjectDialog({ opened, taken, full, onClose }: Props) {
  const { t } = useTranslation('projects');
  return (
    <Dialog addressed opened={opened} onClose={onClose} title={t('create.title')} size="lg">
      {full === undefined ? (
        <CreateProjectForm taken={taken} onCancel={onClose} />
      ) : (
        <Text>{t('create.full', { limit: full })}</Text>
      )}
    </Dialog>
  );
}
