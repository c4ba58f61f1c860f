import type { Project } from '@hzm/contracts/features/projects/project';
import { Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../ui/Panel.tsx';
import { DeleteProjectDialog } from '../DeleteProjectDialog.tsx';
import { ProtectionDialog } from '../ProtectionDialog.tsx';
import { ApiForm } from './ApiForm.tsx';
import { CorsSettings } from './CorsSettings.tsx';
import { GeneralForm } from './GeneralForm.tsx';
import { Security } from './Security.tsx';
import { Storage } from './Storage.tsx';
import { WebhookPart } from './WebhookPart.tsx';
import classes from './Settings.module.css';

export function SettingsTab({ project }: { project: Project }) {
  const { t } = useTranslation('projects');
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'protection' | 'delete' | null>(null);
  return (
    <Stack gap="lg" maw={720}>
      <Panel title={t('settings.general')}>
        <div className={classes.body}>
          <GeneralForm project={project} />
        </div>
      </Panel>
      <Panel title={t('storage.title')}>
        <div className={classes.body}>
          <Storage project={project} />
        </div>
      </Panel>
      <Panel title={t('cors.title')}>
        <div className={classes.body}>
          <CorsSettings project={project} />
        </div>
      </Panel>
      <Panel title={t('settings.api')}>
        <div className={classes.body}>
          <ApiForm project={project} />
        </div>
      </Panel>
      <Panel title={t('settings.webhook')}>
        <div className={classes.body}>
          <WebhookPart projectId={project.id} />
        </div>
      </Panel>
      <Panel title={t('settings.security')}>
        <div className={classes.body}>
          <Security
            project={project}
            onProtection={() => setAsking('protection')}
            onDelete={() => setAsking('delete')}
          />
        </div>
      </Panel>
      <ProtectionDialog
        project={asking === 'protection' ? project : null}
        onClose={() => setAsking(null)}
      />
      <DeleteProjectDialog
        project={asking === 'delete' ? project : null}
        onClose={() => setAsking(null)}
        onDeleted={() => void navigate({ to: '/projects' })}
      />
    </Stack>
  );
}
