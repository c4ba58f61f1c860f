import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Button, Group, Text } from '@mantine/core';
import {
  IconBook,
  IconChartBar,
  IconInbox,
  IconListSearch,
  IconPencil,
  IconRocket,
  IconTable,
  IconUser,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber, maskKey } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { useSession } from '../../state/use-session.ts';
import { SecretValue } from '../../ui/SecretValue.tsx';
import { useAddressStep } from '../../ui/use-history-step.ts';
import classes from './ProjectCard.module.css';

export function Owner({ project: { owner, userId } }: { project: Project }) {
  const { t } = useTranslation('projects');
  const { user } = useSession();
  if (userId === user.id) return null;
  return (
    <Group gap={6} wrap="nowrap" mt={4} align="flex-start">
      <IconUser size={16} className={classes.ownerIcon} aria-hidden />
      <Text size="sm" className={classes.name}>
        {t('detail.owner')}:{' '}
        <Text span fw={600} inherit>
          {owner.name}
        </Text>{' '}
        · {owner.email}
      </Text>
    </Group>
  );
}

export function ProjectLink({ id, name }: { id: string; name: string }) {
  return (
    <Link to={`/projects/${id}` as '/projects'} className={classes.link} dir="auto">
      {name}
    </Link>
  );
}

/** Returns the numbers of a project's parts; of parts that few projects have, only if there are any. */
export function useParts(): (project: Project) => string[] {
  const { t } = useTranslation('projects');
  const language = useLanguage();
  const counted = (count: number) => ({ count, formatted: formatNumber(count, language) });
  return ({ tableCount, widgetCount }) => [
    t('tables', counted(tableCount)),
    ...(widgetCount > 0 ? [t('widgets', counted(widgetCount))] : []),
  ];
}

export function Counts({ project }: { project: Project }) {
  const { t } = useTranslation('projects');
  const language = useLanguage();
  const { createdAt } = project;
  return (
    <Group gap="md">
      {useParts()(project).map(part => (
        <Text key={part} size="sm">
          {part}
        </Text>
      ))}
      <Text size="sm" c="dimmed">
        {t('created', { date: formatDate(createdAt, language) })}
      </Text>
    </Group>
  );
}

/** The key and its password, for those who may see them. */
export function Secrets({ project: { apiKey, apiKeyPassword } }: { project: Project }) {
  const { t } = useTranslation('projects');
  return (
    <div className={classes.secrets}>
      {apiKey !== null && (
        <SecretValue
          label={t('apiKey')}
          value={apiKey}
          masked={maskKey(apiKey)}
          copied={t('apiKeyCopied')}
        />
      )}
      {apiKeyPassword !== null && (
        <SecretValue
          label={t('apiKeyPassword')}
          value={apiKeyPassword}
          masked={'*'.repeat(12)}
          copied={t('passwordCopied')}
        />
      )}
    </div>
  );
}

/** Links into the project, and from a test environment to live. */
export function Doors({ project: { id, name, role, isTestEnvironment } }: { project: Project }) {
  const { t } = useTranslation('projects');
  const step = useAddressStep();
  return (
    <>
      <Button
        component={Link}
        to="/projects/$id/data"
        params={{ id } as never}
        aria-label={t('actions.dataOf', { name })}
        leftSection={<IconTable size={17} aria-hidden />}
        flex="1 0 auto"
        px="xs"
      >
        {t('actions.data')}
      </Button>
      <Button
        component={Link}
        to="/projects/$id"
        params={{ id } as never}
        aria-label={t('actions.editOf', { name })}
        variant="default"
        leftSection={<IconPencil size={17} aria-hidden />}
        flex="1 0 auto"
        px="xs"
      >
        {t('actions.edit')}
      </Button>
      <Button
        variant="default"
        aria-label={t('actions.docsOf', { name })}
        leftSection={<IconBook size={17} aria-hidden />}
        flex="1 0 auto"
        px="xs"
        onClick={() => step.open(before => ({ ...before, docs: id }))}
      >
        {t('actions.docs')}
      </Button>
      {role !== null && (
        <Button
          variant="default"
          aria-label={t('actions.logsOf', { name })}
          leftSection={<IconListSearch size={17} aria-hidden />}
          flex="1 0 auto"
          px="xs"
          onClick={() => step.open(before => ({ ...before, logs: id }))}
        >
          {t('actions.logs')}
        </Button>
      )}
      {role !== null && <WidgetsDoor id={id} name={name} />}
      {role !== null && (
        <Button
          component={Link}
          to="/projects/$id/endpoint-requests"
          params={{ id } as never}
          aria-label={t('actions.requestsOf', { name })}
          variant="default"
          leftSection={<IconInbox size={17} aria-hidden />}
          flex="1 0 auto"
          px="xs"
        >
          {t('actions.requests')}
        </Button>
      )}
      {isTestEnvironment && mayAs(role, 'project:write') && (
        <Button
          variant="light"
          aria-label={t('actions.transferOf', { name })}
          leftSection={<IconRocket size={17} aria-hidden />}
          flex="1 0 auto"
          px="xs"
          onClick={() => step.open(before => ({ ...before, transfer: id }))}
        >
          {t('actions.transfer')}
        </Button>
      )}
    </>
  );
}

function WidgetsDoor({ id, name }: Pick<Project, 'id' | 'name'>) {
  const { t } = useTranslation('projects');
  return (
    <Button
      component={Link}
      to="/projects/$id/widgets"
      params={{ id } as never}
      aria-label={t('actions.widgetsOf', { name })}
      variant="default"
      leftSection={<IconChartBar size={17} aria-hidden />}
      flex="1 0 auto"
      px="xs"
    >
      {t('actions.widgets')}
    </Button>
  );
}
