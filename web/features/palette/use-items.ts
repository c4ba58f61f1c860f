import type { Project } from '@hzm/contracts/features/projects/project';
import { useMantineColorScheme } from '@mantine/core';
import {
  IconActivity,
  IconApi,
  IconArrowUpCircle,
  IconCalculator,
  IconChartBar,
  IconCreditCard,
  IconFileImport,
  IconFolder,
  IconFolders,
  IconHistory,
  IconInbox,
  IconKeyboard,
  IconLanguage,
  IconLayoutDashboard,
  IconListSearch,
  IconLogout,
  IconMessages,
  IconMoon,
  IconPlayerPlay,
  IconPlus,
  IconRoute,
  IconSun,
  IconTable,
  IconTrash,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { changeLanguage } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { useLeave } from '../../shell/use-leave.ts';
import { askFor, placesAtom } from '../../state/commands.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { planToTakeAtom } from '../../state/plan-to-take.ts';
import { useProjects } from '../../state/projects.live.ts';
import { useSession } from '../../state/use-session.ts';
import type { Group } from './items.ts';
import { useParts } from './use-parts.ts';

const NONE: readonly Project[] = [];
/** The palette's own commands: one is open already, the other is offered below. */
const OWN: ReadonlySet<string> = new Set(['palette', 'shortcuts']);

/** All entries: actions of the screen, projects and tables, and global actions. */
export function useItems(opened: boolean): readonly Group[] {
  const { t } = useTranslation(['palette', 'common']);
  const leave = useLeave();
  const { user } = useSession();
  const hasPlanToTake = useAtomValue(planToTakeAtom);
  const language = useLanguage();
  const { setColorScheme } = useMantineColorScheme();
  const projects = useProjects().data?.docs ?? NONE;
  const { tables, widgets } = useParts(projects, opened);
  const here = useAtomValue(placesAtom)
    .map(({ title, commands }) => ({
      title,
      items: commands
        .filter(({ id }) => !OWN.has(id))
        .map(({ id, label, keys, run }) => ({
          id: `here-${id}`,
          label,
          keys,
          Icon: IconPlayerPlay,
          does: run,
        })),
    }))
    .filter(({ items }) => items.length > 0);
  return [
    ...here,
    {
      title: t('tables'),
      items: tables.map(({ id, name, project }) => ({
        id,
        label: name,
        description: t('tableOf', { project: project.name }),
        Icon: IconTable,
        does: { to: `/projects/${project.id}/data`, search: { table: id } },
      })),
    },
    {
      title: t('allWidgets'),
      items: widgets.map(({ id, name, project }) => ({
        id,
        label: name,
        description: t('widgetOf', { project: project.name }),
        Icon: IconChartBar,
        does: { to: `/widgets/${id}/data` },
      })),
    },
    {
      title: t('projects'),
      items: projects.flatMap(({ id, name }) => [
        {
          id: `data-${id}`,
          label: t('data', { project: name }),
          Icon: IconTable,
          does: { to: `/projects/${id}/data` },
        },
        {
          id: `fields-${id}`,
          label: t('fields', { project: name }),
          Icon: IconFolder,
          does: { to: `/projects/${id}` },
        },
        {
          id: `history-${id}`,
          label: t('history', { project: name }),
          Icon: IconHistory,
          does: { to: `/projects/${id}/history` },
        },
        {
          id: `bin-${id}`,
          label: t('bin', { project: name }),
          Icon: IconTrash,
          does: { to: `/projects/${id}/bin` },
        },
        {
          id: `endpoints-${id}`,
          label: t('endpoints', { project: name }),
          Icon: IconRoute,
          does: { to: `/projects/${id}/endpoints` },
        },
        {
          id: `files-${id}`,
          label: t('files', { project: name }),
          Icon: IconFileImport,
          does: { to: `/projects/${id}/files` },
        },
        {
          id: `widgets-${id}`,
          label: t('widgets', { project: name }),
          Icon: IconChartBar,
          does: { to: `/projects/${id}/widgets` },
        },
        {
          id: `chat-${id}`,
          label: t('chat', { project: name }),
          Icon: IconMessages,
          does: { to: `/projects/${id}/endpoint-requests`, search: { tab: 'chat' } },
        },
        {
          id: `requests-${id}`,
          label: t('requests', { project: name }),
          Icon: IconInbox,
          does: { to: `/projects/${id}/endpoint-requests` },
        },
      ]),
    },
    {
      title: t('commands'),
      items: [
        {
          id: 'dashboard',
          label: t('dashboard'),
          Icon: IconLayoutDashboard,
          does: { to: '/dashboard' },
        },
        { id: 'projects', label: t('allProjects'), Icon: IconFolder, does: { to: '/projects' } },
        { id: 'chat', label: t('allChat'), Icon: IconMessages, does: { to: '/chat' } },
        {
          id: 'math',
          label: t('math'),
          Icon: IconCalculator,
          does: { to: '/math-calculator' },
        },
        { id: 'api-test', label: t('apiTest'), Icon: IconApi, does: { to: '/api-test' } },
        { id: 'account', label: t('account'), Icon: IconUserCircle, does: { to: '/account' } },
        ...(hasPlanToTake
          ? [
              {
                id: 'upgrade',
                label: t('upgrade'),
                Icon: IconArrowUpCircle,
                does: { to: '/upgrade' },
              },
            ]
          : []),
        ...(user.isAdmin
          ? [
              { id: 'admin', label: t('admin'), Icon: IconLayoutDashboard, does: { to: '/admin' } },
              {
                id: 'people',
                label: t('people'),
                Icon: IconUsers,
                does: { to: '/database-users' },
              },
              {
                id: 'every-project',
                label: t('everyProject'),
                Icon: IconFolders,
                does: { to: '/database-projects' },
              },
              {
                id: 'pricing',
                label: t('pricing'),
                Icon: IconCreditCard,
                does: { to: '/database-pricing' },
              },
              {
                id: 'logs',
                label: t('logs'),
                Icon: IconListSearch,
                does: { to: '/database-logs' },
              },
              {
                id: 'status',
                label: t('status'),
                Icon: IconActivity,
                does: { to: '/database-state' },
              },
            ]
          : []),
        {
          id: 'create',
          label: t('newProject'),
          Icon: IconPlus,
          does: { to: '/projects', search: { create: true } },
        },
        {
          id: 'keys',
          label: t('common:commands.shortcuts'),
          keys: '?',
          Icon: IconKeyboard,
          does: () => askFor('shortcuts'),
        },
        { id: 'light', label: t('light'), Icon: IconSun, does: () => setColorScheme('light') },
        { id: 'dark', label: t('dark'), Icon: IconMoon, does: () => setColorScheme('dark') },
        {
          id: 'language',
          label: t('language'),
          Icon: IconLanguage,
          does: () => void changeLanguage(language === 'tr' ? 'en' : 'tr'),
        },
        { id: 'leave', label: t('leave'), Icon: IconLogout, does: () => void leave() },
      ],
    },
  ];
}
