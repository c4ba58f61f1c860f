import { listTables } from '@hzm/contracts/features/tables/api';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError, type ApiError } from '../../lib/api-error.ts';
import { send } from '../../lib/http.ts';
import { useProjects } from '../../state/projects.live.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';

/** Asks for a project and one of its tables. */
export function TableChoice({ onChoose }: { onChoose: (table: Table | undefined) => void }) {
  const { t } = useTranslation('math');
  const projects = useProjects().data?.docs ?? [];
  const [projectId, setProject] = useState<string | null>(null);
  const [tables, setTables] = useState<readonly Table[]>();
  const [tableId, setTable] = useState<string | null>(null);
  const [error, setError] = useState<ApiError>();
  const chosen = projectId ?? (projects.length === 1 ? projects[0]!.id : null);
  useEffect(() => {
    if (chosen === null) return undefined;
    const left = new AbortController();
    send(listTables, { params: { projectId: chosen } }, { signal: left.signal }).then(
      ({ data }) => setTables(data.tables),
      (failure: unknown) => {
        if (!left.signal.aborted) setError(asApiError(failure));
      },
    );
    return () => left.abort();
  }, [chosen]);
  return (
    <>
      <Select
        label={t('table.project')}
        placeholder={t('table.choose')}
        searchable
        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        onChange={id => {
          setProject(id);
          setTables(undefined);
          setError(undefined);
          setTable(null);
          onChoose(undefined);
        }}
      />
      {error && <ErrorNotice error={error} />}
      <Select
        label={t('table.table')}
        placeholder={tables?.length === 0 ? t('table.none') : t('table.choose')}
        searchable
        disabled={!tables || tables.length === 0}
        data={(tables ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={tableId}
        onChange={id => {
          setTable(id);
          onChoose(tables?.find(table => table.id === id));
        }}
      />
    </>
  );
}
