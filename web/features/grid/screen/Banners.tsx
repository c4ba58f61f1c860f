import { Alert } from '@mantine/core';
import { IconCloudOff, IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { connectionAtom } from '../../../realtime/socket.ts';
import { useAtomValue } from '../../../state/jotai.ts';
import type { Grid } from '../sync/state.ts';

const troubles: { readonly [code: string]: 'notReady' | 'tooMany' | 'badAnswer' | 'expired' } = {
  NOT_READY: 'notReady',
  RATE_LIMIT_EXCEEDED: 'tooMany',
  HTTP_429: 'tooMany',
  PARSE_ERROR: 'badAnswer',
  TOKEN_EXPIRED: 'expired',
  UNAUTHORIZED: 'expired',
};

/** The banners about the connection between this page and the server. */
export function Banners({ grid }: { grid: Grid }) {
  const { t } = useTranslation('grid');
  const offline = useAtomValue(connectionAtom) === 'offline';
  const waiting = grid.table.ops.filter(
    op => op.state === 'waiting' || op.state === 'sending',
  ).length;
  const trouble = grid.trouble === null ? undefined : troubles[grid.trouble];
  return (
    <div aria-live="polite">
      {grid.ended !== null && (
        <Alert color="red" p="xs">
          {t(grid.ended === 'NOT_FOUND' ? 'tableGone' : 'forbidden')}
        </Alert>
      )}
      {offline && (
        <Alert color="yellow" p="xs" icon={<IconCloudOff size={18} aria-hidden />}>
          {t('offline')}
          {waiting > 0 && ` ${t('waiting', { count: waiting })}.`}
        </Alert>
      )}
      {!offline && trouble !== undefined && (
        <Alert color="yellow" p="xs" icon={<IconClock size={18} aria-hidden />}>
          {t(trouble)}
        </Alert>
      )}
    </div>
  );
}
