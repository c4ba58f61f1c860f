import type { Status } from '@hzm/contracts/core/status';
import { Alert, Anchor } from '@mantine/core';
import { IconArchiveOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../../ui/use-status.ts';

/** Returns the reason why a lost disk would lose all data; undefined if there is a backup. */
function dangerOf({ backups }: Status): 'off' | 'none' | 'failed' | undefined {
  if (!backups) return 'off';
  if (!backups.backups.some(({ problem }) => problem === null)) return 'none';
  return backups.failed ? 'failed' : undefined;
}

/** Warns administrators if no backup can be restored. */
export function BackupWarning() {
  const { t } = useTranslation('overview');
  const { status } = useStatus();
  const danger = status && dangerOf(status);
  if (!danger) return null;
  return (
    <Alert
      color="red"
      role="status"
      mb="md"
      icon={<IconArchiveOff size={20} aria-hidden />}
      title={t(`backup.${danger}`)}
      data-backup-warning={danger}
    >
      <Anchor component={Link} to="/database-state" c="inherit" inherit underline="always">
        {t('backup.more')}
      </Anchor>
    </Alert>
  );
}
