import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Project } from '@hzm/contracts/features/projects/project';
import { DeleteProjectForm } from './DeleteProjectForm.tsx';

/** Open while there is a project to delete. */
export function DeleteProjectDialog({ project, onClose }: { project: Project | null; onClose: () => void }) {
  const { t } = useTranslation('projects');
  return (
    <Modal opened={project !== null} onClose={onClose} title={t('delete.title')} centered>
      {project && <DeleteProjectForm project={project} onDone={onClose} />}
    </Modal>
  );
}
