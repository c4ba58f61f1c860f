import type { AdminStats } from '@hzm/contracts/features/administration/administration';
import { adminStats } from '@hzm/contracts/features/administration/api';
import { Button, Group, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core';
import {
  IconActivity,
  IconCreditCard,
  IconFolders,
  IconKey,
  IconListSearch,
  IconPlus,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../lib/bytes-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { part } from '../../ui/part.ts';
import { useAdminAnswer } from '../../ui/use-admin-answer.ts';
import { useCalm } from '../../ui/use-calm.ts';
import classes from './Overview.module.css';

const MasterDialog = part(
  async () => (await import('./MasterDialog.tsx')).MasterDialog,
  'administration',
);
const Activity = part(async () => (await import('./activity/Activity.tsx')).Activity, 'activity');
const BackupWarning = part(async () => (await import('./BackupWarning.tsx')).BackupWarning);
const TOPICS = ['admin', 'pricing'];

/** The installation at a glance, for administrators. */
export function AdminOverview() {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  const { data, error, reload } = useAdminAnswer(adminStats, {}, () => true, TOPICS);
  const [master, setMaster] = useState<'never' | 'open' | 'closed'>('never');
  const isCalm = useCalm();
  const number = (value: number): string => formatNumber(value, language);
  const figures = [
    { name: 'users', label: t('users'), value: data && number(data.totalUsers) },
    { name: 'active', label: t('active'), value: data && number(data.activeUsers) },
    { name: 'premium', label: t('premium'), value: data && number(data.premiumUsers) },
    { name: 'plans', label: t('plans'), value: data && number(data.totalPlans) },
  ];
  const cards = useCards(data, number);
  return (
    <>
      {isCalm && (
        <Suspense fallback={null}>
          <BackupWarning />
        </Suspense>
      )}
      <section aria-labelledby="admin-overview">
        <Group justify="space-between" gap="sm" mb="sm">
          <Title order={2} size="h4" id="admin-overview">
            {t('title')}
          </Title>
          <QuickActions setMaster={setMaster} />
        </Group>
        {error && <ErrorNotice error={error} title={t('failed')} onRetry={reload} />}
        {!data && !error && <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>}
        <dl className={classes.figures} aria-label={t('title')}>
          {figures.map(({ name, label, value }) => (
            <div key={name} data-figure={name}>
              <dt>{label}</dt>
              <dd>{value ?? (error ? '–' : <Skeleton h={26} w={48} my={3} />)}</dd>
            </div>
          ))}
        </dl>
        <OverviewCards cards={cards} />
      </section>
      {isCalm ? (
        <Suspense fallback={<Skeleton h={320} radius="lg" />}>
          <Activity />
        </Suspense>
      ) : (
        <Skeleton h={320} radius="lg" />
      )}
      {master !== 'never' && (
        <Suspense fallback={null}>
          <MasterDialog opened={master === 'open'} onClose={() => setMaster('closed')} />
        </Suspense>
      )}
    </>
  );
}

function useCards(data: AdminStats | null, number: (value: number) => string) {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  const cards = [
    {
      to: '/database-users',
      Icon: IconUsers,
      title: t('usersTitle'),
      text:
        data &&
        t('people', {
          active: number(data.activeUsers),
          passive: number(data.totalUsers - data.activeUsers),
        }),
    },
    {
      to: '/database-projects',
      Icon: IconFolders,
      title: t('projectsTitle'),
      text:
        data &&
        t('projects', { projects: number(data.totalProjects), tables: number(data.totalTables) }),
    },
    {
      to: '/database-state',
      Icon: IconActivity,
      title: t('state'),
      text:
        data &&
        (data.dataSize === null
          ? t('stateText')
          : t('size', { size: bytesText(data.dataSize, language) })),
    },
    {
      to: '/database-logs',
      Icon: IconListSearch,
      title: t('logs'),
      text: t('logsText'),
    },
    {
      to: '/database-pricing',
      Icon: IconCreditCard,
      title: t('pricing'),
      text: data && t('activePlans', { count: data.activePlans }),
    },
  ] as const;
  return cards;
}

function QuickActions({ setMaster }: { setMaster: (value: 'never' | 'open' | 'closed') => void }) {
  const { t } = useTranslation('overview');
  return (
    <Group gap="xs" role="group" aria-label={t('actions')}>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconKey size={16} aria-hidden />}
        onClick={() => setMaster('open')}
      >
        {t('master')}
      </Button>
      <Button
        component={Link}
        to="/database-users"
        search={{ add: true } as never}
        size="sm"
        variant="default"
        leftSection={<IconUserPlus size={16} aria-hidden />}
      >
        {t('addUser')}
      </Button>
      <Button
        component={Link}
        to="/database-projects"
        size="sm"
        variant="default"
        leftSection={<IconFolders size={16} aria-hidden />}
      >
        {t('viewProjects')}
      </Button>
      <Button
        component={Link}
        to="/database-pricing"
        search={{ add: true } as never}
        size="sm"
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        {t('addPlan')}
      </Button>
      <Button
        component={Link}
        to="/database-state"
        size="sm"
        variant="default"
        leftSection={<IconActivity size={16} aria-hidden />}
      >
        {t('settings')}
      </Button>
    </Group>
  );
}

function OverviewCards({ cards }: { cards: ReturnType<typeof useCards> }) {
  return (
    <ul className={classes.cards}>
      {cards.map(({ to, Icon, title, text }) => (
        <li key={to}>
          <Link to={to} className={classes.card}>
            <Icon size={22} aria-hidden />
            <span>
              <Text span fw={600} display="block">
                {title}
              </Text>
              <Text span size="sm" c="dimmed" display="block">
                {text ?? ' '}
              </Text>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
