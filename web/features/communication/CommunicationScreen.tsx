import type { Project } from '@hzm/contracts/features/projects/project';
import { Badge, Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/Page.tsx';
import { ProjectAccessNotice } from '../../ui/ProjectAccess.tsx';
import { Trail } from '../../ui/Trail.tsx';

/** A channel of communication, provided by another feature. */
interface CommunicationTab {
  readonly name: string;
  readonly label: string;
  readonly count: number | undefined;
  readonly panel: ReactNode;
}

interface Props {
  project: Project;
  tabs: readonly CommunicationTab[];
  tab: string;
  onTab: (name: string) => void;
}

/** Communication about a project, by channel. */
export function CommunicationScreen({ project, tabs, tab, onTab }: Props) {
  const { t } = useTranslation('communication');
  return (
    <Page wide title={t('title')} subtitle={project.name} back={<Trail project={project} />}>
      <ProjectAccessNotice project={project} />
      <Tabs
        value={tab}
        onChange={name => {
          if (name !== null) onTab(name);
        }}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('tabs')} mb="md">
          {tabs.map(({ name, label, count }) => (
            <Tabs.Tab
              key={name}
              value={name}
              rightSection={
                count === undefined ? undefined : (
                  <Badge variant="light" size="sm" className="hzm-figures">
                    {count}
                  </Badge>
                )
              }
            >
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ name, panel }) => (
          <Tabs.Panel key={name} value={name}>
            {panel}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
