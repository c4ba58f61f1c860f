import type { Project } from '@hzm/contracts/features/projects/project';
import { useTranslation } from 'react-i18next';
import { menuOf } from '../../ui/menu-of.ts';
import { Dialog } from '../../ui/Overlay.tsx';
import { DeleteProjectForm } from './DeleteProjectForm.tsx';

/** Open while there is a project to delete. */
export function DeleteProjectDialog({
  project,
  onClose,
  onDeleted = onClose,
}: {
  project: Project | null;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const { t } = useTranslation('projects');
  return (
    <Dialog
      opened={project !== null}
      onClose={onClose}
      title={t('delete.title')}
      focusTo={() => project && menuOf(project.id)}
    >
      {project && <DeleteProjectForm project={project} onClose={onClose} onDeleted={onDeleted} />}
    </Dialog>
  );
}
