import { namesIn, PARAMETER_NAME } from '@hzm/contracts/features/custom-endpoints/address';
import type {
  EndpointAction,
  EndpointDefinition,
  Parameter,
  Source,
} from '@hzm/contracts/features/custom-endpoints/definition';
import type { EndpointRequest } from '@hzm/contracts/features/endpoint-requests/request';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { typeFor } from '../../lib/conditions.ts';

export type ActionKind = EndpointAction['kind'];
export const actionKinds: readonly ActionKind[] = [
  'rows',
  'aggregate',
  'insert',
  'update',
  'delete',
];

const ascii: Readonly<Record<string, string>> = { ç: 'c', ğ: 'g', ı: 'i', ö: 'o', ş: 's', ü: 'u' };
/** Converts a name to a URL segment: `Ürün adı` becomes `urun_adi`. */
export const slugOf = (name: string, between = '_'): string =>
  name
    .toLocaleLowerCase('tr')
    .replaceAll(/[çğıöşü]/g, letter => ascii[letter]!)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, between)
    .replaceAll(new RegExp(`^${between}+|${between}+$`, 'g'), '')
    .slice(0, 50);

/** Sets the path and its parameters; other parameters stay. */
export function withPath(definition: EndpointDefinition, path: string): EndpointDefinition {
  const names = namesIn(path).filter(name => PARAMETER_NAME.test(name));
  const known = new Map(
    definition.parameters.filter(one => one.in === 'path').map(one => [one.name, one]),
  );
  const inPath = [...new Set(names)].map(
    (name): Parameter =>
      known.get(name) ?? { name, in: 'path', type: 'text', required: true, description: '' },
  );
  return {
    ...definition,
    path,
    parameters: [...inPath, ...definition.parameters.filter(one => one.in !== 'path')],
  };
}

const methods: Readonly<Record<ActionKind, EndpointDefinition['method']>> = {
  rows: 'GET',
  aggregate: 'GET',
  insert: 'POST',
  update: 'PATCH',
  delete: 'DELETE',
};
const isReading = (kind: ActionKind): boolean => kind === 'rows' || kind === 'aggregate';

const chosen = (fields: readonly Field[]) =>
  fields.filter(({ isHidden }) => !isHidden).map(({ id, name }) => ({ field: id, name }));

/** Returns the initial action of a kind on a table. */
function actionOf(kind: ActionKind, table: Table): EndpointAction {
  const { id: tableId, fields } = table;
  const all = [{ field: 'id' as const, name: 'id' }, ...chosen(fields)];
  const key = { field: 'id' as const, value: { parameter: 'id' } };
  switch (kind) {
    case 'rows':
      return {
        kind,
        tableId,
        fields: all,
        filters: [],
        sort: [],
        limit: 100,
        paged: true,
        single: false,
        lookups: [],
      };
    case 'aggregate':
      return {
        kind,
        tableId,
        filters: [],
        group: null,
        values: [{ compute: 'count', name: 'count' }],
      };
    case 'insert':
      return {
        kind,
        tableId,
        values: fields.map(({ id, name }) => ({ field: id, value: { parameter: slugOf(name) } })),
        fields: all,
      };
    case 'update':
      return {
        kind,
        tableId,
        key,
        values: fields.map(({ id, name }) => ({ field: id, value: { parameter: slugOf(name) } })),
        fields: all,
      };
    case 'delete':
      return { kind, tableId, key };
  }
}

/** Changes the action or table, resetting the choices of the previous one. */
export function withAction(
  definition: EndpointDefinition,
  kind: ActionKind,
  table: Table,
): EndpointDefinition {
  const action = actionOf(kind, table);
  const needsId = kind === 'update' || kind === 'delete';
  const base =
    definition.path
      .split('/')
      .filter(segment => !segment.startsWith(':'))
      .join('/') ||
    slugOf(table.name, '-') ||
    'endpoint';
  const written =
    kind === 'insert' || kind === 'update'
      ? table.fields.map((field): Parameter => ({
          name: slugOf(field.name),
          in: 'body',
          type: typeFor(field.type, true),
          required: kind === 'insert' && field.required,
          description: '',
        }))
      : [];
  const parameters: Parameter[] = [
    ...(needsId
      ? [{ name: 'id', in: 'path', type: 'id', required: true, description: '' } as const]
      : []),
    ...written,
  ];
  return {
    ...definition,
    method: methods[kind],
    path: needsId ? `${base}/:id` : base,
    parameters,
    action,
    caller: !isReading(kind) && definition.caller === 'public' ? 'key' : definition.caller,
  };
}

/** Returns a new definition: all rows of a table, or as a request asks. */
export function beginning(
  table: Table,
  request?: Pick<
    EndpointRequest,
    'http_method' | 'endpoint_name' | 'description' | 'auth_required' | 'rate_limit_needs'
  >,
): EndpointDefinition {
  const kind: ActionKind =
    request?.http_method === 'POST'
      ? 'insert'
      : request?.http_method === 'PUT' || request?.http_method === 'PATCH'
        ? 'update'
        : request?.http_method === 'DELETE'
          ? 'delete'
          : 'rows';
  const path = slugOf(request?.endpoint_name ?? table.name, '-') || 'endpoint';
  const made = withAction(
    {
      method: 'GET',
      path,
      description: request?.description.slice(0, 2_000) ?? '',
      parameters: [],
      action: actionOf('rows', table),
      caller: request?.auth_required === false ? 'public' : request ? 'identity' : 'key',
      rate: request?.rate_limit_needs ?? 'default',
    },
    kind,
    table,
  );
  return request && isReading(kind) ? { ...made, method: request.http_method } : made;
}

/** Adds a parameter for a field and returns a source that names it. Reuses one with that name. */
export function withParameterFor(
  definition: EndpointDefinition,
  field: Pick<Field, 'name' | 'type'> | 'id',
  place: 'query' | 'body',
  isRequired: boolean,
): { readonly definition: EndpointDefinition; readonly source: Source } {
  const name = field === 'id' ? 'id' : slugOf(field.name) || 'value';
  const source = { parameter: /^\d/.test(name) ? `p_${name}` : name };
  if (definition.parameters.some(one => one.name === source.parameter))
    return { definition, source };
  const parameter: Parameter = {
    name: source.parameter,
    in: place,
    type: typeFor(field === 'id' ? 'id' : field.type, place === 'body'),
    required: isRequired,
    description: '',
  };
  return {
    definition: { ...definition, parameters: [...definition.parameters, parameter] },
    source,
  };
}
