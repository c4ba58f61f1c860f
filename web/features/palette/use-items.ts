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
  type Icon,
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
import type { Group, Item } from './items.ts';
import { useParts } from './use-parts.ts';

const NONE: readonly Project[] = [];
/** The palette's own commands: one is open already, the other is offered below. */
const OWN: ReadonlySet<string> = new Set(['palette', 'shortcuts']);

/** All entries: actions of the screen, projects and tables, and global actions. */
export function useItems(opened: boolean): readonly Group[] {
  const { t } = useTranslation('palette');
  const pages = usePages();
  const acts = useActs();
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
      items: projects.flatMap(({ id: projectId, name: project }) =>
        projectPages.map(({ name, Icon, at, search }) => ({
          id: `${name}-${projectId}`,
          label: t(name, { project }),
          Icon,
          does: { to: `/projects/${projectId}${at}`, ...(search && { search }) },
        })),
      ),
    },
    { title: t('commands'), items: [...pages, ...acts] },
  ];
}

/** Pages of each project, most used first. */
const projectPages: readonly {
  readonly name:
    | 'data'
    | 'fields'
    | 'history'
    | 'bin'
    | 'endpoints'
    | 'files'
    | 'widgets'
    | 'chat'
    | 'requests';
  readonly Icon: Icon;
  readonly at: string;
  readonly search?: object;
}[] = [
  { name: 'data', Icon: IconTable, at: '/data' },
  { name: 'fields', Icon: IconFolder, at: '' },
  { name: 'history', Icon: IconHistory, at: '/history' },
  { name: 'bin', Icon: IconTrash, at: '/bin' },
  { name: 'endpoints', Icon: IconRoute, at: '/endpoints' },
  { name: 'files', Icon: IconFileImport, at: '/files' },
  { name: 'widgets', Icon: IconChartBar, at: '/widgets' },
  { name: 'chat', Icon: IconMessages, at: '/endpoint-requests', search: { tab: 'chat' } },
  { name: 'requests', Icon: IconInbox, at: '/endpoint-requests' },
];

/** Pages of no project, as far as the reader has them. */
function usePages(): readonly Item[] {
  const { t } = useTranslation('palette');
  const { user } = useSession();
  const hasPlanToTake = useAtomValue(planToTakeAtom);
  const page = (id: string, label: string, PageIcon: Icon, to: string): Item => ({
    id,
    label,
    Icon: PageIcon,
    does: { to },
  });
  return [
    page('dashboard', t('dashboard'), IconLayoutDashboard, '/dashboard'),
    page('projects', t('allProjects'), IconFolder, '/projects'),
    page('chat', t('allChat'), IconMessages, '/chat'),
    page('math', t('math'), IconCalculator, '/math-calculator'),
    page('api-test', t('apiTest'), IconApi, '/api-test'),
    page('account', t('account'), IconUserCircle, '/account'),
    ...(hasPlanToTake ? [page('upgrade', t('upgrade'), IconArrowUpCircle, '/upgrade')] : []),
    ...(user.isAdmin
      ? [
          page('admin', t('admin'), IconLayoutDashboard, '/admin'),
          page('people', t('people'), IconUsers, '/database-users'),
          page('every-project', t('everyProject'), IconFolders, '/database-projects'),
          page('pricing', t('pricing'), IconCreditCard, '/database-pricing'),
          page('logs', t('logs'), IconListSearch, '/database-logs'),
          page('status', t('status'), IconActivity, '/database-state'),
        ]
      : []),
  ];
}

function useActs(): readonly Item[] {
  const { t } = useTranslation(['palette', 'common']);
  const leave = useLeave();
  const language = useLanguage();
  const { setColorScheme } = useMantineColorScheme();
  return [
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
  ];
}
