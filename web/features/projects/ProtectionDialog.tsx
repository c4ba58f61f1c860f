import type { Project } from '@hzm/contracts/features/projects/project';
import { SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { menuOf } from '../../ui/menu-of.ts';
import { Dialog } from '../../ui/Overlay.tsx';
import { ProtectionForm } from './ProtectionForm.tsx';

/**
 * Enables, disables or changes a project's protection. Open while there is a project; closing
 * discards the input.
 */
export function ProtectionDialog({
  project,
  onClose,
}: {
  project: Project | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('projects');
  return (
    <Dialog
      opened={project !== null}
      onClose={onClose}
      title={t('protection.titleOf', { name: project?.name ?? '' })}
      focusTo={() => project && menuOf(project.id)}
    >
      {project &&
        (project.isProtected ? (
          <Protected project={project} onDone={onClose} />
        ) : (
          <ProtectionForm key="enable" mode="enable" project={project} onDone={onClose} />
        ))}
    </Dialog>
  );
}

function Protected({ project, onDone }: { project: Project; onDone: () => void }) {
  const { t } = useTranslation('projects');
  const [mode, setMode] = useState<'disable' | 'change'>('disable');
  return (
    <Stack>
      <SegmentedControl
        fullWidth
        aria-label={t('protection.modes')}
        value={mode}
        onChange={setMode}
        data={[
          { value: 'disable', label: t('protection.disable') },
          { value: 'change', label: t('protection.change') },
        ]}
      />
      <ProtectionForm key={mode} mode={mode} project={project} onDone={onDone} />
    </Stack>
  );
}
