import { adminStats } from '@hzm/contracts/features/administration/api';
import { storage } from '@hzm/contracts/features/portable/api';
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../lib/bytes-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useAdminAnswer } from '../../ui/use-admin-answer.ts';
import classes from './Portable.module.css';

/** Counts, the estimated size, and the actual size of the log. */
export function StoragePanel() {
  const { t } = useTranslation('portable');
  const language = useLanguage();
  const size = useAdminAnswer(storage, {}, ({ kind }) => kind === 'listed-project');
  const stats = useAdminAnswer(
    adminStats,
    {},
    ({ kind }) => kind === 'person' || kind === 'listed-project',
  );
  const number = (value: number): string => formatNumber(value, language);
  const failed = size.error ?? stats.error;
  return (
    <Panel title={t('storage.title')}>
      <div className={classes.inside}>
        {failed && (
          <ErrorNotice
            error={failed}
            title={t('storage.failed')}
            onRetry={() => {
              size.reload();
              stats.reload();
            }}
          />
        )}
        {(!size.data || !stats.data) && !failed && <Skeleton h={190} aria-busy />}
        {size.data && stats.data && (
          <div data-storage={size.data.estimate}>
            <Facts
              facts={[
                {
                  name: t('storage.people'),
                  value: t('storage.peopleOf', {
                    count: stats.data.totalUsers,
                    active: number(stats.data.activeUsers),
                    premium: number(stats.data.premiumUsers),
                    formatted: number(stats.data.totalUsers),
                  }),
                },
                { name: t('storage.projects'), value: number(size.data.projects) },
                { name: t('storage.tables'), value: number(size.data.tables) },
                { name: t('storage.fields'), value: number(size.data.fields) },
                { name: t('storage.estimate'), value: bytesText(size.data.estimate, language) },
                {
                  name: t('storage.log'),
                  value:
                    size.data.log === null
                      ? t('storage.unknown')
                      : bytesText(size.data.log, language),
                },
              ]}
            />
            <p className={classes.hint}>{t('storage.hint')}</p>
          </div>
        )}
      </div>
    </Panel>
  );
}
