import { startImport, stopImport } from '@hzm/contracts/features/portable/api';
import type { ImportNotes } from '@hzm/contracts/features/portable/portable';
import type { Counts, Import } from '@hzm/contracts/features/portable/portable';
import { Badge, Button, Group, Progress, Text } from '@mantine/core';
import { IconPlayerStop, IconUpload, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../lib/bytes-text.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { send } from '../../lib/http.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { connectionAtom } from '../../realtime/socket.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { ImportNotesList } from './ImportNotesList.tsx';
import classes from './Portable.module.css';

const colors = {
  ready: 'blue',
  running: 'teal',
  done: 'green',
  stopped: 'yellow',
  failed: 'red',
} as const;
/** Weight for the progress: rows if there are many, else tables and projects. */
const weight = ({ projects, tables, fields, rows, endpoints, widgets }: Counts): number =>
  projects + tables + fields + rows + endpoints + widgets;

interface Props {
  one: Import;
  /** Whether it was started in this tab. */
  isMine: boolean;
  onStarted: () => void;
  onChanged: () => void;
}

/** One import: preview, progress, outcome and refused parts. */
export function ImportItem({
  one: { id, state, size, preparedAt, found, added, refused, changed },
  isMine,
  onStarted,
  onChanged,
}: Props) {
  const { t } = useTranslation(['portable', 'common']);
  const language = useLanguage();
  const isOffline = useAtomValue(connectionAtom) === 'offline';
  const { busy, error, run } = useSending();
  const counted = useCounted();
  const { start, stop } = useImportSteps({ run, id, onStarted, onChanged });
  const share = Math.round((weight(added) / Math.max(1, weight(found))) * 100);
  return (
    <li className={classes.item} data-one-import={state}>
      <ImportHead state={state} preparedAt={preparedAt} size={size} />
      <Text size="sm">
        {state === 'ready'
          ? t('import.would', { counts: counted(found) })
          : t('import.added', { added: counted(added), found: counted(found) })}
      </Text>
      {state === 'running' && (
        <Progress
          value={share}
          aria-label={t('import.progress', { percent: formatNumber(share, language) })}
        />
      )}
      {state === 'done' && isMine && (
        <Text size="sm" role="status">
          {t('import.success')}
        </Text>
      )}
      {state === 'ready' && <p className={classes.hint}>{t('import.names')}</p>}
      <Notes refused={refused} changed={changed} />
      {error && <ErrorNotice error={error} title={t('import.failed')} />}
      {(state === 'ready' || state === 'running') && (
        <ImportActions
          state={state}
          busy={busy}
          isOffline={isOffline}
          found={found}
          start={start}
          stop={stop}
        />
      )}
    </li>
  );
}

function Notes({ refused, changed }: { refused: ImportNotes; changed: ImportNotes }) {
  const { t } = useTranslation(['portable', 'common']);
  const language = useLanguage();
  return (
    <>
      <ImportNotesList
        title={t('import.refused', {
          count: refused.total,
          formatted: formatNumber(refused.total, language),
        })}
        notes={refused}
      />
      <ImportNotesList
        title={t('import.changed', {
          count: changed.total,
          formatted: formatNumber(changed.total, language),
        })}
        notes={changed}
      />
    </>
  );
}

function useCounted() {
  const language = useLanguage();
  const { t } = useTranslation(['portable', 'common']);
  const counted = ({ projects, tables, fields, rows, endpoints, widgets }: Counts): string => {
    const number = (value: number): string => formatNumber(value, language);
    return t('counts', {
      projects: number(projects),
      tables: number(tables),
      fields: number(fields),
      rows: number(rows),
      endpoints: number(endpoints),
      widgets: number(widgets),
    });
  };
  return counted;
}

function useImportSteps({
  run,
  id,
  onStarted,
  onChanged,
}: {
  run: (work: () => Promise<void>) => Promise<void>;
  id: string;
  onStarted: () => void;
  onChanged: () => void;
}) {
  const start = (): Promise<void> =>
    run(async () => {
      await send(startImport, { params: { importId: id } });
      onStarted();
      onChanged();
    });
  const stop = (): Promise<void> =>
    run(async () => {
      await send(stopImport, { params: { importId: id } });
      onChanged();
    });
  return { start, stop };
}

function ImportHead({
  state,
  preparedAt,
  size,
}: {
  state: 'running' | 'done' | 'failed' | 'stopped' | 'ready';
  preparedAt: string;
  size: number;
}) {
  const { t } = useTranslation(['portable', 'common']);
  const language = useLanguage();
  return (
    <Group gap="xs">
      <Badge miw="max-content" variant="light" tt="none" color={colors[state]}>
        {t(`import.state.${state}`)}
      </Badge>
      <Text size="sm" c="dimmed">
        {t('import.about', {
          date: formatDate(preparedAt, language),
          size: bytesText(size, language),
        })}
      </Text>
    </Group>
  );
}

function ImportActions({
  state,
  busy,
  isOffline,
  found,
  start,
  stop,
}: {
  state: 'running' | 'ready';
  busy: boolean;
  isOffline: boolean;
  found: Counts;
  start: () => Promise<void>;
  stop: () => Promise<void>;
}) {
  const { t } = useTranslation(['portable', 'common']);
  return (
    <Group>
      {state === 'ready' && (
        <Button
          size="sm"
          leftSection={<IconUpload size={16} aria-hidden />}
          loading={busy}
          disabled={isOffline || found.projects === 0}
          onClick={() => void start()}
        >
          {t('import.start')}
        </Button>
      )}
      <Button
        size="sm"
        variant="default"
        leftSection={
          state === 'ready' ? (
            <IconX size={16} aria-hidden />
          ) : (
            <IconPlayerStop size={16} aria-hidden />
          )
        }
        loading={busy}
        disabled={isOffline}
        onClick={() => void stop()}
      >
        {t(state === 'ready' ? 'import.discard' : 'import.stop')}
      </Button>
    </Group>
  );
}
