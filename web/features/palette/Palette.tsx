import '@mantine/spotlight/styles.layer.css';
import { useMantineColorScheme } from '@mantine/core';
import { openSpotlight, Spotlight, type SpotlightActionData, type SpotlightActionGroupData, type SpotlightFilterFunction } from '@mantine/spotlight';
import type { Project } from '@hzm/contracts/features/projects/project';
import { fold } from '@hzm/contracts/core/turkish';
import { IconActivity, IconFolder, IconHistory, IconLanguage, IconLayoutDashboard, IconLogout, IconMoon, IconPlus, IconSearch, IconSun, IconTable, type Icon } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeLanguage } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { useLeave } from '../../shell/use-leave.ts';
import { useProjects } from '../../state/projects.live.ts';
import { useSession } from '../../state/use-session.ts';
import { useTables } from './use-tables.ts';

const SHOWN = 20;
const NONE: readonly Project[] = [];

/** Longer than a trap of the focus needs to begin, in milliseconds. */
const FOCUS_MS = 60;

/** Whatever case and Turkish letters are typed. */
const folded: SpotlightFilterFunction = (query, actions) => {
  const wanted = fold(query.trim());
  const fits = ({ label, description }: SpotlightActionData): boolean => fold(`${label ?? ''} ${description ?? ''}`).includes(wanted);
  return actions.flatMap((one): (SpotlightActionData | SpotlightActionGroupData)[] => {
    if (!('actions' in one)) return fits(one) ? [one] : [];
    const inside = one.actions.filter(fits);
    return inside.length > 0 ? [{ ...one, actions: inside }] : [];
  });
};

const icon = (Of: Icon) => <Of size={20} aria-hidden />;

/** Goes to any project or table, and does what can be done from anywhere. Opens each time that `asked` rises. */
export function Palette({ asked }: { asked: number }) {
  const { t } = useTranslation('palette');
  const navigate = useNavigate();
  const leave = useLeave();
  const { user } = useSession();
  const language = useLanguage();
  const { setColorScheme } = useMantineColorScheme();
  const [open, setOpen] = useState(false);
  const projects = useProjects().data?.docs ?? NONE;
  const tables = useTables(projects, open);
  useEffect(() => openSpotlight(), [asked]);
  useEffect(() => {
    if (!open) return undefined;
    // The first time, over a dialog that holds the focus, it does not come by itself.
    const timer = setTimeout(() => document.querySelector<HTMLInputElement>('.mantine-Spotlight-content input')?.focus(), FOCUS_MS);
    return () => clearTimeout(timer);
  }, [open]);
  const go = (to: string, search?: object) => () => void navigate({ to, ...(search && { search }) } as never);

  const groups: SpotlightActionGroupData[] = [
    { group: t('tables'), actions: tables.map(({ id, name, project }) => ({ id, label: name, description: t('tableOf', { project: project.name }), leftSection: icon(IconTable), onClick: go(`/projects/${project.id}/data`, { table: id }) })) },
    { group: t('projects'), actions: projects.flatMap(({ id, name }) => [
      { id: `data-${id}`, label: t('data', { project: name }), leftSection: icon(IconTable), onClick: go(`/projects/${id}/data`) },
      { id: `fields-${id}`, label: t('fields', { project: name }), leftSection: icon(IconFolder), onClick: go(`/projects/${id}`) },
      { id: `history-${id}`, label: t('history', { project: name }), leftSection: icon(IconHistory), onClick: go(`/projects/${id}/history`) },
    ]) },
    { group: t('commands'), actions: [
      { id: 'dashboard', label: t('dashboard'), leftSection: icon(IconLayoutDashboard), onClick: go('/dashboard') },
      { id: 'projects', label: t('allProjects'), leftSection: icon(IconFolder), onClick: go('/projects') },
      ...(user.isAdmin ? [{ id: 'status', label: t('status'), leftSection: icon(IconActivity), onClick: go('/database-state') }] : []),
      { id: 'create', label: t('newProject'), leftSection: icon(IconPlus), onClick: go('/projects', { create: true }) },
      { id: 'light', label: t('light'), leftSection: icon(IconSun), onClick: () => setColorScheme('light') },
      { id: 'dark', label: t('dark'), leftSection: icon(IconMoon), onClick: () => setColorScheme('dark') },
      { id: 'language', label: t('language'), leftSection: icon(IconLanguage), onClick: () => void changeLanguage(language === 'tr' ? 'en' : 'tr') },
      { id: 'leave', label: t('leave'), leftSection: icon(IconLogout), onClick: () => void leave() },
    ] },
  ];
  return (
    <Spotlight
      actions={groups} filter={folded} limit={SHOWN} nothingFound={t('nothing')} shortcut={null} scrollable maxHeight={420} onSpotlightOpen={() => setOpen(true)} onSpotlightClose={() => setOpen(false)}
      attributes={{ content: { 'aria-label': t('label') } }} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      searchProps={{ 'leftSection': icon(IconSearch), 'placeholder': t('placeholder'), 'aria-label': t('label') }}
    />
  );
}
