import { Anchor, Group, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useProjects } from '../../state/projects.live.ts';
import { Page } from '../../ui/Page.tsx';
import { Console } from './Console.tsx';
import { QuickTests } from './QuickTests.tsx';

interface Props {
  /** The project whose tables and endpoints are called; undefined for the whole API. */
  project: string | undefined;
  /** Name of the chosen call. */
  call: string | undefined;
  onCall: (call: string) => void;
}

export function ApiTestScreen(props: Props) {
  const { t } = useTranslation('api-test');
  return (
    <Page title={t('title')} subtitle={t(props.project === undefined ? 'lead' : 'projectLead')}>
      {props.project === undefined ? (
        <QuickTests />
      ) : (
        <ProjectReference projectId={props.project} />
      )}
      <Console {...props} />
    </Page>
  );
}

/** Names the project of the reference, and leads to the whole API. */
function ProjectReference({ projectId }: { projectId: string }) {
  const { t } = useTranslation('api-test');
  const project = useProjects().data?.docs.find(({ id }) => id === projectId);
  return (
    <Group justify="space-between">
      <Title order={2} size="h4" dir="auto">
        {project?.name ?? t('project')}
      </Title>
      <Anchor component={Link} to="/api-test" search={{} as never} size="sm" underline="always">
        {t('whole')}
      </Anchor>
    </Group>
  );
}
