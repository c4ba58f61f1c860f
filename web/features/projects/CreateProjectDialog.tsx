import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CreateProjectForm } from './CreateProjectForm.tsx';

interface Props {
  opened: boolean;
  /** Names that the account's projects have already. */
  taken: readonly string[];
  onClose: () => void;
}

export function CreateProjectDialog({ opened, taken, onClose }: Props) {
  const { t } = useTranslation('projects');
  return (
    <Modal opened={opened} onClose={onClose} title={t('create.title')} size="lg" centered>
      <CreateProjectForm taken={taken} onDone={onClose} />
    </Modal>
  );
}
