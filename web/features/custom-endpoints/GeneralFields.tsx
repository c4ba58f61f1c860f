import {
  EndpointCaller,
  EndpointMethod,
  type EndpointDefinition,
} from '@hzm/contracts/features/custom-endpoints/definition';
import { RateLimitNeed } from '@hzm/contracts/features/endpoint-requests/request';
import { NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { actionKinds, withAction, withPath, type ActionKind } from './draft.ts';
import type { Part } from './parts.ts';

/** Name, path, action, callers and rate of an endpoint. */
export function GeneralFields(
  props: Part & { name: string; onName: (name: string) => void; nameFault: string | undefined },
) {
  const { definition, onChange, name, onName, nameFault } = props;
  const { t } = useTranslation('endpoints');
  return (
    <Stack gap="sm">
      <TextInput
        label={t('form.name')}
        required
        withAsterisk={false}
        maxLength={100}
        value={name}
        error={nameFault}
        onChange={event => onName(event.currentTarget.value)}
      />
      <EndpointShape {...props} />
      <Textarea
        label={t('form.description')}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={2_000}
        value={definition.description}
        onChange={event => onChange({ ...definition, description: event.currentTarget.value })}
      />
    </Stack>
  );
}

/** The action of an endpoint, at which address, for whom and how often. */
function EndpointShape(props: Part) {
  const { definition, table, onChange, faultOf } = props;
  const { t } = useTranslation('endpoints');
  const change = (more: Partial<EndpointDefinition>) => onChange({ ...definition, ...more });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <NativeSelect
        label={t('form.kind')}
        value={definition.action.kind}
        data={actionKinds.map(value => ({ value, label: t(`kinds.${value}`) }))}
        onChange={event =>
          onChange(withAction(definition, event.currentTarget.value as ActionKind, table))
        }
      />
      <TableChoice {...props} />
      <NativeSelect
        label={t('form.method')}
        value={definition.method}
        error={faultOf('method')}
        data={[...EndpointMethod.options]}
        onChange={event => change({ method: event.currentTarget.value as EndpointMethod })}
      />
      <PathInput {...props} />
      <NativeSelect
        label={t('form.caller')}
        value={definition.caller}
        error={faultOf('caller')}
        data={EndpointCaller.options.map(value => ({ value, label: t(`callers.${value}`) }))}
        onChange={event => change({ caller: event.currentTarget.value as EndpointCaller })}
      />
      <NativeSelect
        label={t('form.rate')}
        value={definition.rate}
        data={RateLimitNeed.options.map(value => ({ value, label: t(`rates.${value}`) }))}
        onChange={event =>
          change({ rate: event.currentTarget.value as EndpointDefinition['rate'] })
        }
      />
    </SimpleGrid>
  );
}

function PathInput({ definition, faultOf, onChange }: Part) {
  const { t } = useTranslation('endpoints');
  return (
    <TextInput
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      label={t('form.path')}
      description={t('form.pathHint')}
      value={definition.path}
      error={faultOf('path')}
      autoCapitalize="none"
      spellCheck={false}
      onChange={event => onChange(withPath(definition, event.currentTarget.value.trim()))}
    />
  );
}

function TableChoice({ definition, table, tables, faultOf, onChange }: Part) {
  const { t } = useTranslation('endpoints');
  return (
    <NativeSelect
      label={t('form.table')}
      value={table.id}
      error={faultOf('action.tableId')}
      data={tables.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={event => {
        const chosen = tables.find(({ id }) => id === event.currentTarget.value) ?? table;
        onChange(withAction(definition, definition.action.kind, chosen));
      }}
    />
  );
}
