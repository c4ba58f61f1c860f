import { isJsonObject, memberOf, type Json, type JsonObject } from '@hzm/contracts/core/json';
import { tryCustomEndpoint } from '@hzm/contracts/features/custom-endpoints/api';
import type { Table } from '@hzm/contracts/features/tables/table';
import { definitionOf, type WidgetSettings } from '@hzm/contracts/features/widgets/settings';
import { Skeleton, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { DataTable } from './DataTable.tsx';

/** Time without a change after which settings are tried, in milliseconds. */
const CALM_MS = 400;

/** Returns the rows or groups in the answer of an endpoint. */
function rowsIn(answer: Json): JsonObject[] {
  const data = isJsonObject(answer) ? memberOf(answer, 'data') : undefined;
  const rows = isJsonObject(data) && (memberOf(data, 'rows') ?? memberOf(data, 'groups'));
  return Array.isArray(rows) ? rows.filter(isJsonObject) : [];
}

interface Props {
  projectId: string;
  settings: WidgetSettings;
  table: Table | undefined;
}

/** The rows or questions that settings would show if they were saved. */
export function Preview({ projectId, settings, table }: Props) {
  const { t } = useTranslation('widgets');
  const [calm] = useDebouncedValue(settings, CALM_MS);
  const isForm = calm.type === 'form';
  const { data, error } = useAnswer(
    tryCustomEndpoint,
    isForm ? null : { params: { projectId }, body: { definition: definitionOf(calm), sent: {} } },
  );
  if (isForm)
    return (
      <Stack gap="xs" component="ol">
        {calm.fields.map(({ field, name, help }) => (
          <li key={field}>
            <Text size="sm" fw={500}>
              {name}
            </Text>
            <Text size="sm" c="dimmed">
              {help}
            </Text>
          </li>
        ))}
      </Stack>
    );
  if (error) return <ErrorNotice error={error} title={t('preview.failed')} />;
  if (data === null) return <Skeleton h={200} aria-busy />;
  const columns =
    calm.type === 'chart' ? [calm.group, { field: '', name: calm.value.name }] : calm.fields;
  return (
    <DataTable
      columns={columns.map(({ field, name }) => ({
        name,
        type: table?.fields.find(({ id }) => id === field)?.type ?? null,
      }))}
      rows={rowsIn(data.answer)}
      label={table?.name ?? '—'}
    />
  );
}
