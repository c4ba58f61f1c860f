import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import { uploadRowFile } from '@hzm/contracts/features/row-files/api';
import { MAX_ROW_FILE_BYTES } from '@hzm/contracts/features/row-files/row-import';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Button, FileButton, Skeleton, Text } from '@mantine/core';
import { IconUpload, IconX } from '@tabler/icons-react';
import { useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../lib/bytes-text.ts';
import { sendFile } from '../../lib/files.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { connectionAtom } from '../../realtime/socket.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { UploadProgress } from '../../ui/UploadProgress.tsx';
import { useTransfer } from '../../ui/use-transfer.ts';
import { ImportCard } from './ImportCard.tsx';
import { rowImportsOf, useRowImports } from './row-imports.live.ts';
import classes from './RowFiles.module.css';

const ACCEPTED = '.csv,.tsv,.txt,.json,.ndjson,.jsonl,.xlsx';

interface Props {
  project: Project;
  tables: readonly Table[];
  tableId: string | undefined;
}

/** Uploads a file of rows, and lists one's imports with what can be done with them. */
export function ImportRows({ project, tables, tableId }: Props) {
  const { t } = useTranslation('row-files');
  const [opened, setOpened] = useState<string | null>(null);
  if (!mayAs(project.role, 'rows:write'))
    return (
      <Panel title={t('import.title')}>
        <p className={classes.inside}>{t('import.forbidden')}</p>
      </Panel>
    );
  return (
    <Panel title={t('import.title')}>
      <div className={classes.inside}>
        <p className={classes.hint}>{t('import.lead')}</p>
        <DropZone projectId={project.id} onUploaded={setOpened} />
        <ImportList
          project={project}
          tables={tables}
          tableId={tableId}
          opened={opened}
          onOpen={setOpened}
        />
      </div>
    </Panel>
  );
}

/** The upload of one file at a time. `forget` resets the input that a file was chosen in. */
function useUpload(projectId: string, onUploaded: (importId: string) => void) {
  const isOffline = useAtomValue(connectionAtom) === 'offline';
  const transfer = useTransfer();
  const [file, setFile] = useState<File | null>(null);
  const forget = useRef<() => void>(null);
  const upload = (chosen: File | null | undefined): void => {
    if (!chosen || transfer.phase === 'running' || isOffline) return;
    // Resets the input, so that the same file can be chosen again.
    forget.current?.();
    setFile(chosen);
    if (chosen.size > MAX_ROW_FILE_BYTES) return;
    void transfer.run(async way => {
      const asked = { params: { projectId }, query: { file_name: chosen.name } };
      const answer = await sendFile(uploadRowFile, asked, chosen, way);
      await rowImportsOf(projectId).reload();
      onUploaded(answer.import.id);
    });
  };
  return { transfer, file, upload, forget };
}

function DropZone({
  projectId,
  onUploaded,
}: {
  projectId: string;
  onUploaded: (importId: string) => void;
}) {
  const { t } = useTranslation('row-files');
  const isOffline = useAtomValue(connectionAtom) === 'offline';
  const { transfer, file, upload, forget } = useUpload(projectId, onUploaded);
  const { phase, error } = transfer;
  const [isOver, setOver] = useState(false);
  const isRunning = phase === 'running';
  const isTooLarge = file !== null && file.size > MAX_ROW_FILE_BYTES;
  const drag = (event: DragEvent, over: boolean): void => {
    event.preventDefault();
    setOver(over);
  };
  return (
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      data-upload={phase}
      onDragOver={event => drag(event, true)}
      onDragLeave={event => drag(event, false)}
      onDrop={event => {
        drag(event, false);
        upload(event.dataTransfer.files[0]);
      }}
    >
      <Text>{isOffline ? t('offline') : t('import.drop')}</Text>
      {isRunning && file && <Uploading file={file} transfer={transfer} />}
      {isTooLarge && <TooLarge />}
      {error && !isRunning && !isTooLarge && (
        <ErrorNotice error={error} title={t('import.failed')} />
      )}
      {!isRunning && (
        <FileButton accept={ACCEPTED} onChange={upload} resetRef={forget}>
          {props => (
            <Button
              {...props}
              leftSection={<IconUpload size={17} aria-hidden />}
              disabled={isOffline}
            >
              {t('import.choose')}
            </Button>
          )}
        </FileButton>
      )}
    </div>
  );
}

function Uploading({
  file,
  transfer: { bytes, cancel },
}: {
  file: File;
  transfer: ReturnType<typeof useTransfer>;
}) {
  const { t } = useTranslation(['row-files', 'common']);
  return (
    <>
      <UploadProgress
        file={file}
        bytes={bytes}
        label={t('import.uploading')}
        text={values => t('import.bytes', values)}
      />
      <Button variant="default" leftSection={<IconX size={17} aria-hidden />} onClick={cancel}>
        {t('common:cancel')}
      </Button>
    </>
  );
}

function TooLarge() {
  const { t } = useTranslation('row-files');
  const language = useLanguage();
  return (
    <Text size="sm" c="red" role="alert">
      {t('import.tooLarge', { size: bytesText(MAX_ROW_FILE_BYTES, language) })}
    </Text>
  );
}

function ImportList({
  project,
  tables,
  tableId,
  opened,
  onOpen,
}: Props & { opened: string | null; onOpen: (importId: string | null) => void }) {
  const { t } = useTranslation('row-files');
  const loaded = useRowImports(project.id);
  if (loaded.status === 'loading') return <Skeleton h={60} aria-busy />;
  if (loaded.status === 'error')
    return (
      <ErrorNotice
        error={loaded.error}
        title={t('import.unread')}
        onRetry={() => void rowImportsOf(project.id).reload()}
      />
    );
  if (loaded.data.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={t('import.list')}>
      {loaded.data.map(one => (
        <ImportCard
          key={one.id}
          one={one}
          project={project}
          tables={tables}
          tableId={tableId}
          isOpen={opened === one.id}
          onOpen={isOpen => onOpen(isOpen ? one.id : null)}
        />
      ))}
    </ul>
  );
}
