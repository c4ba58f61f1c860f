import { stopRowCopy } from '@hzm/contracts/features/copies/api';
import type { RowCopy } from '@hzm/contracts/features/copies/copy';
import { Button, Group, Progress as Bar, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { send } from '../../lib/http.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useSending } from '../../ui/use-sending.ts';

interface Props {
  projectId: string;
  copy: RowCopy;
  /** Whether the last poll failed. */
  isUnread: boolean;
  onStopped: (copy: RowCopy | null) => void;
  onAgain: () => void;
  onClose: () => void;
}

const colors = { running: 'teal', done: 'green', stopped: 'yellow', failed: 'red' } as const;

export function Progress({
  projectId,
  copy: { state, copied, total, files, tables },
  isUnread,
  onStopped,
  onAgain,
  onClose,
}: Props) {
  const { t } = useTranslation('copies');
  const language = useLanguage();
  const { busy, error, run } = useSending();
  const number = (value: number): string => formatNumber(value, language);
  const existing = tables.reduce((sum, table) => sum + table.existing, 0);
  const skipped = tables.reduce((sum, table) => sum + table.skipped, 0);
  const done = copied + existing + skipped;
  // Rows added to live meanwhile are copied, too.
  const all = Math.max(total, done);
  const percent = state === 'done' || all === 0 ? 100 : Math.floor((100 * done) / all);
  const stop = (): Promise<void> =>
    run(async () => onStopped((await send(stopRowCopy, { params: { projectId } })).data.copy));
  return (
    <Stack>
      <Text size="sm" role="status">
        {t(`state.${state}`)}
      </Text>
      <Bar.Root size="lg">
        <Bar.Section
          value={percent}
          color={colors[state]}
          aria-label={t('progress')}
          animated={state === 'running'}
        />
      </Bar.Root>
      <CopiedRows
        number={number}
        done={done}
        all={all}
        copied={copied}
        existing={existing}
        skipped={skipped}
        files={files}
      />
      {isUnread && (
        <Text size="sm" role="alert">
          {t('unread')}
        </Text>
      )}
      {error && <ErrorNotice error={error} title={t('stopFailed')} />}
      <ProgressActions state={state} busy={busy} stop={stop} onAgain={onAgain} onClose={onClose} />
    </Stack>
  );
}

function ProgressActions({
  state,
  busy,
  stop,
  onAgain,
  onClose,
}: {
  state: 'failed' | 'done' | 'running' | 'stopped';
  busy: boolean;
  stop: () => Promise<void>;
  onAgain: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('copies');
  return (
    <Group justify="flex-end">
      {state === 'running' && (
        <Button color="red" variant="light" loading={busy} onClick={() => void stop()}>
          {t('stop')}
        </Button>
      )}
      {state !== 'running' && (
        <Button variant="light" onClick={onAgain}>
          {t('again')}
        </Button>
      )}
      <Button variant="default" data-autofocus onClick={onClose}>
        {t('close')}
      </Button>
    </Group>
  );
}

function CopiedRows({
  number,
  done,
  all,
  copied,
  existing,
  skipped,
  files,
}: {
  number: (value: number) => string;
  done: number;
  all: number;
  copied: number;
  existing: number;
  skipped: number;
  files: number;
}) {
  const { t } = useTranslation('copies');
  return (
    <Stack gap={2}>
      <Text size="sm">
        {t('counts', { done: number(done), total: number(all), copied: number(copied) })}
      </Text>
      {existing > 0 && (
        <Text size="sm" c="dimmed">
          {t('of.existing', { formatted: number(existing) })}
        </Text>
      )}
      {skipped > 0 && <Text size="sm">{t('of.skipped', { formatted: number(skipped) })}</Text>}
      {files > 0 && <Text size="sm">{t('of.files', { formatted: number(files) })}</Text>}
    </Stack>
  );
}
