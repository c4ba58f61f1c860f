import { useTranslation } from 'react-i18next';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Dialog } from '../../ui/Overlay.tsx';
import { DeleteProjectForm } from './DeleteProjectForm.tsx';

/** Open while there is a project to delete. */
export function DeleteProjectDialog({ project, onClose }: { project: Project | null; onClose: () => void }) {
  const { t } = useTranslation('projects');
  return (
    <Dialog opened={project !== null} onClose={onClose} title={t('delete.title')}>
      {project && <DeleteProjectForm project={project} onDone={onClose} />}
    </Dialog>
  );
}
