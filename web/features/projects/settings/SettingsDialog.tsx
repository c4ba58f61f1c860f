import type { Project } from '@hzm/contracts/features/projects/project';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { menuOf } from '../../../ui/menu-of.ts';
import { Dialog } from '../../../ui/Overlay.tsx';
import { Waiting } from '../../../ui/Waiting.tsx';
import { SettingsPart } from './settings-part.ts';

interface Props {
  /** Open while there is one. */
  project: Project | null;
  onProtection: (project: Project) => void;
  onDelete: (project: Project) => void;
  onClose: () => void;
}

export function SettingsDialog({ project, onProtection, onDelete, onClose }: Props) {
  const { t } = useTranslation('projects');
  return (
    <Dialog
      opened={project !== null}
      onClose={onClose}
      title={t('settings.titleOf', { name: project?.name ?? '' })}
      size="lg"
      focusTo={() => project && menuOf(project.id)}
    >
      {project && (
        <Suspense fallback={<Waiting text={t('settings.loading')} heights={[36, 280]} />}>
          <SettingsPart project={project} onProtection={onProtection} onDelete={onDelete} />
        </Suspense>
      )}
    </Dialog>
  );
}
