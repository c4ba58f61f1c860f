import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/Overlay.tsx';
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
    <Dialog addressed opened={opened} onClose={onClose} title={t('create.title')} size="lg">
      <CreateProjectForm taken={taken} onDone={onClose} />
    </Dialog>
  );
}
