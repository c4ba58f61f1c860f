import { isJsonObject, memberOf } from '@hzm/contracts/core/json';
import type { AffectedEndpoint } from '@hzm/contracts/features/custom-endpoints/endpoint';
import type { PointingField } from '@hzm/contracts/features/tables/relationship';
import type { AffectedWidget } from '@hzm/contracts/features/widgets/widget';
import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/api-error.ts';
import { formatList } from '../../lib/list-text.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';

interface Affected {
  readonly endpoints: AffectedEndpoint;
  readonly widgets: AffectedWidget;
  readonly relationships: PointingField;
}

/** Returns a list in the data of an error; empty if it has none. */
function listIn<Name extends keyof Affected>(
  { data }: ApiError,
  name: Name,
): readonly Affected[Name][] {
  const list = isJsonObject(data) ? memberOf(data, name) : undefined;
  return Array.isArray(list) ? (list as Affected[Name][]) : [];
}

/** Returns the names of options that a change would delete though rows have them. */
function usedOptions({ data }: ApiError): readonly string[] {
  const list = isJsonObject(data) ? memberOf(data, 'options') : undefined;
  return Array.isArray(list) ? (list as { name: string }[]).map(({ name }) => name) : [];
}

interface Props {
  error: ApiError;
  title: string;
  /** Replaces `title` if no answer came. */
  network?: string;
  projectId: string;
  /** Repeats the change with `force`. */
  onForce: () => void;
}

/**
 * Refusal of a schema change. If it breaks published endpoints or widgets, it names them and offers
 * to force it; so does the deletion of what relationships point to.
 */
export function SchemaError({ error, title, network, projectId, onForce }: Props) {
  const { t } = useTranslation('tables');
  const affected = listIn(error, 'endpoints');
  const widgets = listIn(error, 'widgets');
  const relationships = listIn(error, 'relationships');
  const used = usedOptions(error);
  if (used.length > 0)
    return <UsedOptions names={used} message={error.message} onForce={onForce} />;
  if (affected.length + widgets.length + relationships.length === 0)
    return <ErrorNotice error={error} title={title} network={network} />;
  return (
    <Alert
      color="yellow"
      role="alert"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={
        widgets.length + relationships.length > 0
          ? error.message
          : t('breaks.title', { count: affected.length })
      }
    >
      <Stack gap="xs" align="flex-start">
        <ul>
          {affected.map(endpoint => (
            <EndpointLine
              key={`${endpoint.id}/${endpoint.version}`}
              endpoint={endpoint}
              projectId={projectId}
            />
          ))}
          {widgets.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
          {relationships.map(({ fieldId, tableName, fieldName }) => (
            <li key={fieldId}>
              {t('relationships.pointing', { table: tableName, field: fieldName })}
            </li>
          ))}
        </ul>
        {relationships.length > 0 && <Text size="sm">{t('relationships.pointingText')}</Text>}
        {affected.length + widgets.length > 0 && <Text size="sm">{t('breaks.text')}</Text>}
        <Button size="compact-md" color="red" variant="light" onClick={onForce}>
          {t('breaks.force')}
        </Button>
      </Stack>
    </Alert>
  );
}

/** Refusal to delete options that rows have. */
function UsedOptions({
  names,
  message,
  onForce,
}: {
  names: readonly string[];
  message: string;
  onForce: () => void;
}) {
  const { t } = useTranslation('tables');
  const language = useLanguage();
  return (
    <Alert
      color="yellow"
      role="alert"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={t('options.used')}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm" fw={600}>
          {formatList(names, language)}
        </Text>
        <Text size="sm">{message}</Text>
        <Text size="sm">{t('options.usedText')}</Text>
        <Button size="compact-md" color="red" variant="light" onClick={onForce}>
          {t('options.force')}
        </Button>
      </Stack>
    </Alert>
  );
}

function EndpointLine({
  endpoint: { id, name, method, path },
  projectId,
}: {
  endpoint: AffectedEndpoint;
  projectId: string;
}) {
  return (
    <li>
      <Anchor
        component={Link}
        size="sm"
        to="/projects/$id/endpoints/$endpointId"
        params={{ id: projectId, endpointId: id } as never}
      >
        {name}
      </Anchor>{' '}
      <Text span size="sm">{`${method} /${path}`}</Text>
    </li>
  );
}
