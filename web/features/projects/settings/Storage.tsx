import { UNLIMITED } from '@hzm/contracts/features/accounts/account';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../../lib/bytes-text.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Waiting } from '../../../ui/Waiting.tsx';
import { usageOf, useUsage } from './usage.live.ts';

/** Share of the storage from which it counts as scarce, in percent. */
const SCARCE = 90;
const FULL = 100;

/** Storage of a project, with the limit of its owner's plan. */
export function Storage({ project: { id } }: { project: Project }) {
  const { t } = useTranslation('projects');
  const language = useLanguage();
  const usage = useUsage(id);
  if (usage.status === 'loading') return <Waiting text={t('storage.loading')} heights={[72]} />;
  if (usage.status === 'error')
    return (
      <ErrorNotice
        error={usage.error}
        title={t('storage.loadFailed')}
        onRetry={() => void usageOf(id).reload()}
      />
    );
  const { rows, rowBytes, historyBytes, bytes, maxStorage, deletedBytes } = usage.data;
  const used = bytesText(bytes, language);
  const limit = bytesText(maxStorage, language);
  const isUnlimited = maxStorage === UNLIMITED;
  const share = maxStorage > 0 ? Math.min(FULL, (FULL * bytes) / maxStorage) : FULL;
  return (
    <Stack gap="xs">
      <Text>
        {isUnlimited ? t('storage.unlimited', { used }) : t('storage.used', { used, limit })}
      </Text>
      {!isUnlimited && (
        <Progress
          value={share}
          color={share >= SCARCE ? 'red' : undefined}
          aria-label={t('storage.share', { percent: formatNumber(Math.floor(share), language) })}
        />
      )}
      <Text size="sm" c="dimmed">
        {t('storage.parts', {
          count: rows,
          rows: formatNumber(rows, language),
          rowBytes: bytesText(rowBytes, language),
          historyBytes: bytesText(historyBytes, language),
        })}
      </Text>
      {deletedBytes !== null && deletedBytes > 0 && (
        <Text size="sm" c="dimmed">
          {t('storage.deleted', { deleted: bytesText(deletedBytes, language) })}
        </Text>
      )}
      {!isUnlimited && share >= SCARCE && (
        <Text size="sm">{t(share >= FULL ? 'storage.full' : 'storage.scarce')}</Text>
      )}
    </Stack>
  );
}
