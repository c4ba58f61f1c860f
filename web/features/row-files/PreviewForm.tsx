import type { RequestOf } from '@hzm/contracts/core/call';
import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import { previewRowFile, startRowImport } from '@hzm/contracts/features/row-files/api';
import type {
  RowFilePreview,
  RowFileSource,
  RowImport,
} from '@hzm/contracts/features/row-files/row-import';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Button, Group, Loader, Select, Text, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError, type ApiError } from '../../lib/api-error.ts';
import { send } from '../../lib/http.ts';
import { connectionAtom } from '../../realtime/socket.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { FoundRows } from './FoundRows.tsx';
import { columnsOf, suggested, tableName, type Mapped } from './mapping.ts';
import { MappingList } from './MappingList.tsx';
import { rowImportsOf } from './row-imports.live.ts';
import { SourceOptions } from './SourceOptions.tsx';
import classes from './RowFiles.module.css';

interface Props {
  one: RowImport;
  project: Project;
  tables: readonly Table[];
  tableId: string | undefined;
}

const NEW = 'new';

/** A file before it is imported: how it is read, its columns and first rows, and its target. */
export function PreviewForm({ one, project, tables, tableId }: Props) {
  const { t } = useTranslation('row-files');
  const mayAdd = mayAs(project.role, 'project:write');
  const first = tables.find(({ id }) => id === tableId) ?? (mayAdd ? undefined : tables[0]);
  const [target, setTarget] = useState(first?.id ?? NEW);
  const [name, setName] = useState(tableName(one.fileName));
  const [source, setSource] = useState<Partial<RowFileSource>>({});
  const [mapped, setMapped] = useState<readonly Mapped[] | null>(null);
  const table = tables.find(({ id }) => id === target);
  const asked = { importId: one.id, project, table, source, mayAdd };
  const { preview, isCurrent, failure, retry } = usePreview(asked, setMapped);
  const columns = columnsOf(mapped ?? []);
  if (failure) return <ErrorNotice error={failure} title={t('preview.failed')} onRetry={retry} />;
  if (!preview || !mapped) return <Loading />;
  return (
    <div className={classes.inside} data-preview={one.id}>
      <SourceOptions preview={preview} onChange={setSource} />
      <div className={classes.options}>
        <TargetTable tables={tables} mayAdd={mayAdd} target={target} onChange={setTarget} />
        {!table && (
          <TextInput
            label={t('preview.newName')}
            value={name}
            maxLength={50}
            onChange={event => setName(event.currentTarget.value)}
          />
        )}
      </div>
      <MappingList
        mapped={mapped}
        table={table}
        mayAddFields={mayAdd}
        onChange={(column, change) =>
          setMapped(mapped.map(own => (own.column === column ? { ...own, ...change } : own)))
        }
      />
      <FoundRows preview={preview} />
      {columns.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('preview.none')}
        </Text>
      )}
      <StartImport
        params={{ projectId: project.id, importId: one.id }}
        body={{
          source: preview.source,
          target: table ? { tableId: table.id } : { newTable: { name } },
          columns,
        }}
        isReady={columns.length > 0 && (table !== undefined || name.trim().length >= 2)}
        isWaiting={!isCurrent}
      />
    </div>
  );
}

function Loading() {
  const { t } = useTranslation('row-files');
  return (
    <Group role="status" gap="sm">
      <Loader size="sm" aria-hidden />
      {t('preview.loading')}
    </Group>
  );
}

function TargetTable({
  tables,
  mayAdd,
  target,
  onChange,
}: {
  tables: readonly Table[];
  mayAdd: boolean;
  target: string;
  onChange: (target: string) => void;
}) {
  const { t } = useTranslation('row-files');
  return (
    <Select
      label={t('preview.target')}
      data={[
        ...(mayAdd ? [{ value: NEW, label: t('preview.newTable') }] : []),
        ...tables.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={target}
      allowDeselect={false}
      searchable
      onChange={value => onChange(value ?? NEW)}
    />
  );
}

function StartImport({
  params,
  body,
  isReady,
  isWaiting,
}: Pick<RequestOf<typeof startRowImport>, 'params' | 'body'> & {
  isReady: boolean;
  /** Whether the preview of the present choices is still on its way. */
  isWaiting: boolean;
}) {
  const { t } = useTranslation('row-files');
  const isOffline = useAtomValue(connectionAtom) === 'offline';
  const { busy, error, run } = useSending();
  const start = (): Promise<void> =>
    run(async () => {
      await send(startRowImport, { params, body });
      await rowImportsOf(params.projectId).reload();
    });
  return (
    <>
      {error && <ErrorNotice error={error} title={t('preview.startFailed')} />}
      <Group>
        <Button
          leftSection={<IconUpload size={17} aria-hidden />}
          loading={busy || isWaiting}
          disabled={isOffline || !isReady}
          onClick={() => void start()}
        >
          {t('preview.start')}
        </Button>
      </Group>
    </>
  );
}

interface Asked {
  readonly importId: string;
  readonly project: Project;
  readonly table: Table | undefined;
  readonly source: Partial<RowFileSource>;
  readonly mayAdd: boolean;
}

/** Asks for the preview of a file whenever its target or its reading changes. */
function usePreview(
  { importId, project, table, source, mayAdd }: Asked,
  onMapped: (mapped: readonly Mapped[] | null) => void,
): {
  preview: RowFilePreview | null;
  /** Whether it is of the present target and reading. */
  isCurrent: boolean;
  failure: ApiError | null;
  retry: () => void;
} {
  const [preview, setPreview] = useState<RowFilePreview | null>(null);
  const [of, setOf] = useState('');
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [tries, setTries] = useState(0);
  const tableId = table?.id;
  const key = JSON.stringify([tableId, source]);
  const suggest = useEffectEvent((found: RowFilePreview) =>
    onMapped(suggested(found, table, mayAdd)),
  );
  useEffect(() => {
    let isWanted = true;
    const ask = async (): Promise<void> => {
      try {
        const { data } = await send(previewRowFile, {
          params: { projectId: project.id, importId },
          body: { source, ...(tableId !== undefined && { tableId }) },
        });
        if (!isWanted) return;
        setFailure(null);
        setPreview(data.preview);
        setOf(key);
        suggest(data.preview);
      } catch (error) {
        if (isWanted) setFailure(asApiError(error));
      }
    };
    void ask();
    return () => {
      isWanted = false;
    };
  }, [importId, project.id, tableId, source, mayAdd, tries, key]);
  return {
    preview,
    isCurrent: of === key,
    failure,
    retry: () => {
      setFailure(null);
      setTries(tries + 1);
    },
  };
}
