import { getTransfer, undoTransfer } from '@hzm/contracts/features/transfers/api';
import type { TransferObstacle } from '@hzm/contracts/features/transfers/transfer';
import type { Transfer } from '@hzm/contracts/features/transfers/transfer';
import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconBarrierBlock } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { watch } from '../../realtime/socket.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { useSending } from '../../ui/use-sending.ts';
import { BrokenParts } from './BrokenParts.tsx';
import { Obstacles } from './Obstacles.tsx';

interface Props {
  transfer: Transfer;
  projectId: string;
  onUndone: (transfer: Transfer) => void;
  onClose: () => void;
}

/** Confirmation before undoing a transfer, with its obstacles. */
export function UndoDialog({ opened, ...props }: Props & { opened: boolean }) {
  const { t } = useTranslation('transfer');
  return (
    <Dialog opened={opened} onClose={props.onClose} title={t('undo.title')}>
      {opened && <Undo {...props} />}
    </Dialog>
  );
}

function Undo({ transfer, projectId, onUndone, onClose }: Props) {
  const { t } = useTranslation(['transfer', 'common']);
  const {
    data,
    error: unread,
    reload,
  } = useAnswer(getTransfer, { params: { projectId, transferId: transfer.id } });
  const { busy, error, run } = useSending();
  useReloadOnChange(projectId, reload);
  const undo = (): Promise<void> =>
    run(async () => {
      try {
        const answer = await send(undoTransfer, {
          params: { projectId, transferId: transfer.id },
          ...(isNeeded && { query: { force: 'true' } }),
        });
        notifyDone(t('undo.done'));
        onUndone(answer.data.transfer);
        onClose();
      } catch (thrown) {
        // A new obstacle has appeared meanwhile.
        reload();
        throw thrown;
      }
    });
  const obstacles = data?.obstacles ?? null;
  const isNeeded = data !== null && data.endpoints.length + data.widgets.length > 0;
  const isBlocked = obstacles !== null && obstacles.length > 0;
  return (
    <Stack>
      <Text size="sm">{t('undo.text')}</Text>
      {unread && <ErrorNotice error={unread} title={t('undo.loadFailed')} onRetry={reload} />}
      {obstacles === null && !unread && (
        <Group gap="xs" role="status">
          <Loader size="xs" aria-hidden />
          <Text size="sm" c="dimmed">
            {t('undo.loading')}
          </Text>
        </Group>
      )}
      {isBlocked && <Blocked obstacles={obstacles} />}
      {data && !isBlocked && <BrokenParts needed={data} projectId={projectId} />}
      {error && !isBlocked && <ErrorNotice error={error} title={t('undo.failed')} />}
      <UndoActions
        onClose={onClose}
        busy={busy}
        obstacles={obstacles}
        isBlocked={isBlocked}
        isNeeded={isNeeded}
        undo={undo}
      />
    </Stack>
  );
}

function Blocked({ obstacles }: { obstacles: TransferObstacle[] }) {
  const { t } = useTranslation(['transfer', 'common']);
  return (
    <Alert
      color="yellow"
      role="alert"
      icon={<IconBarrierBlock size={20} aria-hidden />}
      title={t('undo.blocked')}
    >
      <Obstacles obstacles={obstacles} />
    </Alert>
  );
}

/** Kinds of changes that may add an obstacle, or take one away. */
const WATCHED: ReadonlySet<string> = new Set(['table', 'transfer', 'widget', 'personal-link']);

function useReloadOnChange(projectId: string, reload: () => void) {
  useEffect(
    () =>
      watch(`project:${projectId}`, {
        onChanges: ({ changes }) => {
          if (changes.some(({ kind }) => WATCHED.has(kind))) reload();
        },
        onRefetch: reload,
      }),
    [projectId, reload],
  );
}

function UndoActions({
  onClose,
  busy,
  obstacles,
  isBlocked,
  isNeeded,
  undo,
}: {
  onClose: () => void;
  busy: boolean;
  obstacles: TransferObstacle[] | null;
  isBlocked: boolean;
  isNeeded: boolean;
  undo: () => Promise<void>;
}) {
  const { t } = useTranslation(['transfer', 'common']);
  return (
    <Group justify="flex-end">
      <Button variant="default" data-autofocus onClick={onClose}>
        {t('common:cancel')}
      </Button>
      <Button
        loading={busy}
        disabled={obstacles === null || isBlocked}
        color={isNeeded ? 'red' : undefined}
        onClick={() => void undo()}
      >
        {t(isNeeded ? 'undo.force' : 'undo.confirm')}
      </Button>
    </Group>
  );
}
