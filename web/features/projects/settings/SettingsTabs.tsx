import type { Project } from '@hzm/contracts/features/projects/project';
import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiForm } from './ApiForm.tsx';
import { CorsSettings } from './CorsSettings.tsx';
import { GeneralForm } from './GeneralForm.tsx';
import { Security } from './Security.tsx';
import { Storage } from './Storage.tsx';
import { WebhookPart } from './WebhookPart.tsx';

interface Props {
  project: Project;
  onProtection: (project: Project) => void;
  onDelete: (project: Project) => void;
}

/** The settings of a project. */
export function SettingsTabs({ project, onProtection, onDelete }: Props) {
  const { t } = useTranslation('projects');
  return (
    <Tabs defaultValue="general" keepMounted={false}>
      <Tabs.List aria-label={t('settings.tabs')} mb="md">
        <Tabs.Tab value="general">{t('settings.general')}</Tabs.Tab>
        <Tabs.Tab value="storage">{t('storage.title')}</Tabs.Tab>
        <Tabs.Tab value="cors">{t('cors.title')}</Tabs.Tab>
        <Tabs.Tab value="api">{t('settings.api')}</Tabs.Tab>
        <Tabs.Tab value="webhook">{t('settings.webhook')}</Tabs.Tab>
        <Tabs.Tab value="security">{t('settings.security')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="general">
        <GeneralForm project={project} />
      </Tabs.Panel>
      <Tabs.Panel value="storage">
        <Storage project={project} />
      </Tabs.Panel>
      <Tabs.Panel value="cors">
        <CorsSettings project={project} />
      </Tabs.Panel>
      <Tabs.Panel value="api">
        <ApiForm project={project} />
      </Tabs.Panel>
      <Tabs.Panel value="webhook">
        <WebhookPart projectId={project.id} />
      </Tabs.Panel>
      <Tabs.Panel value="security">
        <Security
          project={project}
          onProtection={() => onProtection(project)}
          onDelete={() => onDelete(project)}
        />
      </Tabs.Panel>
    </Tabs>
  );
}
