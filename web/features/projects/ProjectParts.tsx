import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Group, Text } from '@mantine/core';
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
import { ActionButton, type ProjectAction } from './ProjectAction.tsx';
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

/** Actions on a card, most important first: pages (`at`), and what opens over this one. */
const doors = [
  { text: 'actions.data', of: 'actions.dataOf', Icon: IconTable, at: '/data', isMain: true },
  { text: 'actions.edit', of: 'actions.editOf', Icon: IconPencil, at: '' },
  { text: 'actions.docs', of: 'actions.docsOf', Icon: IconBook, opens: 'docs' },
  {
    text: 'actions.logs',
    of: 'actions.logsOf',
    Icon: IconListSearch,
    opens: 'logs',
    needsRole: true,
  },
  {
    text: 'actions.widgets',
    of: 'actions.widgetsOf',
    Icon: IconChartBar,
    at: '/widgets',
    needsRole: true,
  },
  {
    text: 'actions.requests',
    of: 'actions.requestsOf',
    Icon: IconInbox,
    at: '/endpoint-requests',
    needsRole: true,
  },
] as const;

/** Ways into a project, and from a test environment to live. */
export function Doors({ project: { id, name, role, isTestEnvironment } }: { project: Project }) {
  const { t } = useTranslation('projects');
  const step = useAddressStep();
  const opening = (what: string) => (): void => step.open(before => ({ ...before, [what]: id }));
  const looks = { flex: '1 0 auto', px: 'xs' };
  const transfer: ProjectAction = {
    label: t('actions.transfer'),
    name: t('actions.transferOf', { name }),
    Icon: IconRocket,
    act: opening('transfer'),
  };
  return (
    <>
      {doors
        .filter(door => role !== null || !('needsRole' in door))
        .map(door => (
          <ActionButton
            key={door.text}
            action={{
              label: t(door.text),
              name: t(door.of, { name }),
              Icon: door.Icon,
              ...('at' in door
                ? { to: `/projects/${id}${door.at}` }
                : { act: opening(door.opens) }),
            }}
            variant={'isMain' in door ? 'filled' : 'default'}
            {...looks}
          />
        ))}
      {isTestEnvironment && mayAs(role, 'project:write') && (
        <ActionButton action={transfer} variant="light" {...looks} />
      )}
    </>
  );
}
