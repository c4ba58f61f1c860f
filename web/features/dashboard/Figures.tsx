import type { User } from '@hzm/contracts/features/accounts/account';
import { UNLIMITED } from '@hzm/contracts/features/accounts/account';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { totalsOf } from './figures.ts';
import classes from './Figures.module.css';

/** Usage and limits of the account. `waiting` while projects load. */
export function Figures({
  user,
  projects,
  waiting,
}: {
  user: User;
  projects: readonly Project[] | null;
  waiting: boolean;
}) {
  const { t } = useTranslation(['dashboard', 'translation']);
  const language = useLanguage();
  const totals = projects === null ? null : totalsOf(projects);
  const limit = (value: number): string =>
    value === UNLIMITED ? t('translation:unlimited') : formatNumber(value, language);
  const figures = [
    {
      label: t('stats.projects'),
      value: totals && formatNumber(totals.projects, language),
      hint: `${t('projectLimit')}: ${limit(user.maxProjects)}`,
    },
    {
      label: t('stats.tables'),
      value: totals && formatNumber(totals.tables, language),
      hint: `${t('tableLimit')}: ${limit(user.maxTables)}`,
    },
    {
      label: t('stats.active'),
      value: totals && formatNumber(totals.active, language),
      hint: t('stats.activeHint'),
    },
  ];
  return (
    <dl className={classes.figures} aria-label={t('stats.label')}>
      {figures.map(({ label, value, hint }) => (
        <div key={label} className={classes.figure}>
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <dd className={classes.value}>
            {value ?? (waiting ? <Skeleton h={34} w={56} my={4} /> : '–')}
            <Text size="sm" c="dimmed">
              {hint}
            </Text>
          </dd>
        </div>
      ))}
    </dl>
  );
}
