import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../lib/error-text.ts';
import { connectionAtom } from '../../../realtime/socket.ts';
import { useAtomValue } from '../../../state/jotai.ts';
import type { Grid } from '../sync/state.ts';
import { unreadIn, type Unread } from '../sync/unread.ts';
import { focusGrid } from './focus-grid.ts';
import classes from './UnreadNotice.module.css';

interface Props {
  grid: Grid;
  /** The places in sight. */
  first: number;
  last: number;
  onRetry: () => void;
}

/** A notice under the rows that some rows in sight could not be read. */
export function UnreadNotice({ grid, first, last, onRetry }: Props) {
  const unread = unreadIn(grid, first, last);
  return unread && <Notice unread={unread} onRetry={onRetry} />;
}

function Notice({
  unread: { error, isMissing },
  onRetry,
}: { unread: Unread } & Pick<Props, 'onRetry'>) {
  const { t } = useTranslation(['grid', 'common']);
  const errorText = useErrorText();
  const isOffline = useAtomValue(connectionAtom) === 'offline' && error.status === 0;
  const isPressed = useRef(false);
  // The button disappears with the notice, and takes the focus along.
  useEffect(
    () => () => {
      if (isPressed.current) setTimeout(focusGrid);
    },
    [],
  );
  const Icon = isOffline ? IconCloudOff : IconAlertTriangle;
  return (
    <div role="alert" className={classes.notice}>
      <Icon size={18} aria-hidden />
      <span>
        {isOffline
          ? t('unread.offline')
          : `${t(isMissing ? 'unread.missing' : 'unread.stale')} ${errorText(error)}`}
      </span>
      {!isOffline && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={() => {
            isPressed.current = true;
            onRetry();
          }}
        >
          {t('common:retry')}
        </Button>
      )}
    </div>
  );
}
