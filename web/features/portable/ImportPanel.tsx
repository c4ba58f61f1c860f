import { listImports, restoreBackup } from '@hzm/contracts/features/portable/api';
import type { Import } from '@hzm/contracts/features/portable/portable';
import { MAX_BACKUP_BYTES } from '@hzm/contracts/features/portable/portable';
import { Button, FileButton, Group, Skeleton, Text } from '@mantine/core';
import { IconUpload, IconX } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../lib/bytes-text.ts';
import { sendFile } from '../../lib/files.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { connectionAtom } from '../../realtime/socket.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { UploadProgress } from '../../ui/UploadProgress.tsx';
import { useAdminAnswer } from '../../ui/use-admin-answer.ts';
import { useTransfer } from '../../ui/use-transfer.ts';
import { ImportItem } from './ImportItem.tsx';
import { OfflineNote } from './OfflineNote.tsx';
import classes from './Portable.module.css';

/** Delay of the reload after an import started here, in milliseconds. */
const RELOAD_MS = 2_000;

export function ImportPanel() {
  const { t } = useTranslation(['portable', 'common']);
  const isOffline = useAtomValue(connectionAtom) === 'offline';
  const { phase, bytes, error, run, cancel } = useTransfer();
  const [file, setFile] = useState<{ name: string; size: number } | null>(null);
  const forget = useRef<() => void>(null);
  const [started, setStarted] = useState<string | null>(null);
  const {
    data,
    error: unread,
    reload,
  } = useAdminAnswer(listImports, {}, ({ kind }) => kind === 'import');
  const isDone = data?.imports.some(({ id, state }) => id === started && state === 'done') ?? false;
  useReloadWhenDone(isDone);
  const isRunning = phase === 'running';
  const upload = (chosen: File | null): void => {
    if (!chosen) return;
    // Resets the input, so that the same file can be chosen again.
    forget.current?.();
    setFile({ name: chosen.name, size: chosen.size });
    if (chosen.size <= MAX_BACKUP_BYTES)
      void run(async way => {
        await sendFile(restoreBackup, { params: {}, query: { preview: 'true' } }, chosen, way);
        reload();
      });
  };
  const isTooLarge = file !== null && file.size > MAX_BACKUP_BYTES;
  return (
    <Panel title={t('import.title')}>
      <div className={classes.inside} data-import={phase}>
        <p className={classes.hint}>{t('import.lead')}</p>
        {isRunning && file && (
          <UploadProgress
            file={file}
            bytes={bytes}
            label={t('import.uploading')}
            text={values => t('import.bytes', values)}
          />
        )}
        {isTooLarge && <TooLarge />}
        {error && !isRunning && !isTooLarge && (
          <ErrorNotice error={error} title={t('import.failed')} />
        )}
        <UploadActions
          upload={upload}
          forget={forget}
          isRunning={isRunning}
          isOffline={isOffline}
          cancel={cancel}
        />
        {isOffline && <OfflineNote />}
        {unread && <ErrorNotice error={unread} title={t('import.unread')} onRetry={reload} />}
        {!data && !unread && <Skeleton h={60} aria-busy />}
        {data && data.imports.length > 0 && (
          <ImportList data={data} started={started} setStarted={setStarted} reload={reload} />
        )}
      </div>
    </Panel>
  );
}

function TooLarge() {
  const { t } = useTranslation('portable');
  const language = useLanguage();
  return (
    <Text size="sm" c="red" role="alert">
      {t('import.tooLarge', { size: bytesText(MAX_BACKUP_BYTES, language) })}
    </Text>
  );
}

function useReloadWhenDone(isDone: boolean) {
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => location.reload(), RELOAD_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
}

function UploadActions({
  upload,
  forget,
  isRunning,
  isOffline,
  cancel,
}: {
  upload: (chosen: File | null) => void;
  forget: RefObject<(() => void) | null>;
  isRunning: boolean;
  isOffline: boolean;
  cancel: () => void;
}) {
  const { t } = useTranslation(['portable', 'common']);
  return (
    <Group>
      <FileButton accept="application/json,.json" onChange={upload} resetRef={forget}>
        {props => (
          <Button
            {...props}
            leftSection={<IconUpload size={17} aria-hidden />}
            loading={isRunning}
            disabled={isOffline}
          >
            {t('import.choose')}
          </Button>
        )}
      </FileButton>
      {isRunning && (
        <Button variant="default" leftSection={<IconX size={17} aria-hidden />} onClick={cancel}>
          {t('common:cancel')}
        </Button>
      )}
    </Group>
  );
}

function ImportList({
  data,
  started,
  setStarted,
  reload,
}: {
  data: { imports: Import[] };
  started: string | null;
  setStarted: (value: string | null) => void;
  reload: () => void;
}) {
  const { t } = useTranslation(['portable', 'common']);
  return (
    <ul className={classes.list} aria-label={t('import.list')}>
      {data.imports.slice(0, SHOWN).map(one => (
        <ImportItem
          key={one.id}
          one={one}
          isMine={one.id === started}
          onStarted={() => setStarted(one.id)}
          onChanged={reload}
        />
      ))}
    </ul>
  );
}

/** Bound of the list. */
const SHOWN = 5;
