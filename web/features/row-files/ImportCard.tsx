import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import { refusedRows, stopRowImport, undoRowImport } from '@hzm/contracts/features/row-files/api';
import type { RowImport } from '@hzm/contracts/features/row-files/row-import';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Badge, Button, Group, Progress, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../lib/bytes-text.ts';
import { fetchFile, saveFile } from '../../lib/files.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { send } from '../../lib/http.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { connectionAtom } from '../../realtime/socket.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { PreviewForm } from './PreviewForm.tsx';
import { rowImportsOf } from './row-imports.live.ts';
import classes from './RowFiles.module.css';

const colors: Readonly<Record<RowImport['state'], string>> = {
  ready: 'blue',
  running: 'teal',
  done: 'green',
  stopped: 'yellow',
  broken: 'red',
  full: 'red',
  'too-long': 'yellow',
  forbidden: 'red',
  gone: 'red',
  failed: 'red',
  undoing: 'teal',
  undone: 'gray',
};

interface Props {
  one: RowImport;
  project: Project;
  tables: readonly Table[];
  tableId: string | undefined;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** One import: its preview while it waits, its progress, and what became of it. */
export function ImportCard({ one, project, tables, tableId, isOpen, onOpen }: Props) {
  const { t } = useTranslation('row-files');
  const language = useLanguage();
  const { state, fileName, size, preparedAt, read, added, refused, undone } = one;
  const number = (value: number): string => formatNumber(value, language);
  const isBusy = state === 'running' || state === 'undoing';
  return (
    <li className={classes.item} data-row-import={state}>
      <Group gap="xs">
        <Badge miw="max-content" variant="light" tt="none" color={colors[state]}>
          {t(`state.${state}`)}
        </Badge>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {fileName}
        </Text>
        <Text size="sm" c="dimmed">
          {formatDate(preparedAt, language)} · {bytesText(size, language)}
        </Text>
      </Group>
      {isBusy && <Progress value={100} animated aria-label={t('progress')} />}
      {state !== 'ready' && (
        <Text size="sm" role="status">
          {t('counts', { read: number(read), added: number(added), refused: number(refused) })}
        </Text>
      )}
      {undone && (
        <Text size="sm">
          {t('undone', { removed: number(undone.removed), changed: number(undone.changed) })}
        </Text>
      )}
      {isWhy(state) && <p className={classes.hint}>{t(`why.${state}`)}</p>}
      <Reasons one={one} />
      {state === 'ready' && isOpen && (
        <PreviewForm one={one} project={project} tables={tables} tableId={tableId} />
      )}
      <Acts one={one} project={project} tables={tables} isOpen={isOpen} onOpen={onOpen} />
    </li>
  );
}

const whys = ['broken', 'full', 'too-long', 'forbidden', 'gone', 'failed'] as const;
type Why = (typeof whys)[number];
const isWhy = (state: RowImport['state']): state is Why =>
  (whys as readonly string[]).includes(state);

function Reasons({ one: { reasons, state } }: Pick<Props, 'one'>) {
  const { t } = useTranslation('row-files');
  const language = useLanguage();
  if (reasons.length === 0 || state === 'ready') return null;
  return (
    <ul className={classes.notes}>
      {reasons.map(({ reason, field, count }) => (
        <li key={`${field} ${reason}`}>
          {t(field === '' ? 'reasonOfRow' : 'reason', {
            field,
            reason,
            count: formatNumber(count, language) as never,
          })}
        </li>
      ))}
    </ul>
  );
}

/** Calls about one import, one at a time; each reads the list again. */
function useActs(projectId: string, { id: importId, fileName }: RowImport) {
  const { busy, error, run } = useSending();
  const params = { projectId, importId };
  const act = (work: () => Promise<unknown>): Promise<void> =>
    run(async () => {
      await work();
      await rowImportsOf(projectId).reload();
    });
  const download = async (): Promise<void> => {
    const { signal } = new AbortController();
    const file = await fetchFile(refusedRows, { params, query: {} }, { signal });
    saveFile(new File([file], `${fileName.replace(/\.[^.]*$/, '')}.refused.csv`));
  };
  return {
    busy,
    error,
    stop: () => void act(() => send(stopRowImport, { params })),
    download: () => void act(download),
    undo: (done: () => void) =>
      void act(async () => {
        await send(undoRowImport, { params });
        done();
      }),
  };
}

function Acts({
  one,
  project,
  tables,
  isOpen,
  onOpen,
}: Pick<Props, 'one' | 'project' | 'tables' | 'isOpen' | 'onOpen'>) {
  const { t } = useTranslation('row-files');
  const language = useLanguage();
  const { busy, error, stop, download, undo } = useActs(project.id, one);
  const [isAsking, setAsking] = useState(false);
  const { state, added, refused, hasFile, tableId } = one;
  const isOver = !['ready', 'running', 'undoing', 'undone'].includes(state);
  const mayUndo = isOver && added > 0 && mayAs(project.role, 'rows:delete');
  return (
    <>
      {isAsking && (
        <Text size="sm" role="alert">
          {t('undoQuestion', { count: formatNumber(added, language) as never })}
        </Text>
      )}
      {error && <ErrorNotice error={error} title={t('actFailed')} />}
      <Group gap="sm">
        {state === 'ready' && (
          <Button
            size="sm"
            variant="default"
            aria-expanded={isOpen}
            onClick={() => onOpen(!isOpen)}
          >
            {t(isOpen ? 'hide' : 'review')}
          </Button>
        )}
        {(state === 'ready' || state === 'running') && (
          <Call busy={busy} label={t(state === 'ready' ? 'discard' : 'stop')} onCall={stop} />
        )}
        {isOver && refused > 0 && hasFile && (
          <Call busy={busy} label={t('refusedFile')} onCall={download} />
        )}
        {mayUndo && !isAsking && (
          <Button size="sm" variant="default" onClick={() => setAsking(true)}>
            {t('undo')}
          </Button>
        )}
        {isAsking && (
          <UndoAnswer
            busy={busy}
            onUndo={() => undo(() => setAsking(false))}
            onCancel={() => setAsking(false)}
          />
        )}
        {tables.some(({ id }) => id === tableId) && (
          <ToTable projectId={project.id} tableId={tableId} />
        )}
      </Group>
    </>
  );
}

function UndoAnswer({
  busy,
  onUndo,
  onCancel,
}: {
  busy: boolean;
  onUndo: () => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation(['row-files', 'common']);
  return (
    <>
      <Call busy={busy} label={t('undoYes')} color="red" onCall={onUndo} />
      <Button size="sm" variant="default" onClick={onCancel}>
        {t('common:cancel')}
      </Button>
    </>
  );
}

/** A button that needs the server. */
function Call({
  busy,
  label,
  color,
  onCall,
}: {
  busy: boolean;
  label: string;
  color?: 'red';
  onCall: () => void;
}) {
  const isOffline = useAtomValue(connectionAtom) === 'offline';
  return (
    <Button
      size="sm"
      {...(color === undefined ? { variant: 'default' } : { color })}
      loading={busy}
      disabled={isOffline}
      onClick={onCall}
    >
      {label}
    </Button>
  );
}

function ToTable({ projectId, tableId }: { projectId: string; tableId: RowImport['tableId'] }) {
  const { t } = useTranslation('row-files');
  return (
    <Button
      size="sm"
      variant="light"
      component={Link}
      to={`/projects/${projectId}/data`}
      search={{ table: tableId } as never}
    >
      {t('toTable')}
    </Button>
  );
}
