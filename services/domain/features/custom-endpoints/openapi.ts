import { everydayOf, hasLists, hasOptions } from '@hzm/contracts/core/everyday';
import { memberOf, type JsonObject } from '@hzm/contracts/core/json';
import {
  isReading,
  reservedParameters,
  type ReadField,
  type EndpointCaller,
  type EndpointDefinition,
  type ParameterType,
} from '@hzm/contracts/features/custom-endpoints/definition';
import { numberTypes } from '@hzm/contracts/features/tables/field-validation';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { EndpointRouteDoc } from '@hzm/projections/features/custom-endpoints/custom-endpoints';
import type { EndpointTable } from './table.ts';

/**
 * One version of an endpoint that can be called. `until`: it ends then; null: it is the current
 * one.
 */
export interface DescribedEndpoint {
  readonly name: string;
  readonly version: number;
  readonly until: string | null;
  readonly definition: EndpointDefinition;
  readonly tables: ReadonlyMap<string, EndpointTable>;
}

const typeOfParameter: Readonly<Record<ParameterType, JsonObject>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  id: { type: 'string', format: 'uuid' },
  json: {},
};
const security: Readonly<Record<EndpointCaller, readonly JsonObject[]>> = {
  public: [],
  key: [{ apiKey: [] }, { session: [] }],
  identity: [{ apiKey: [], userEmail: [], projectPassword: [] }, { session: [] }],
};
const own: Readonly<Record<string, JsonObject>> = {
  id: typeOfParameter.id,
  created_at: { type: 'string', format: 'date-time' },
  updated_at: { type: 'string', format: 'date-time' },
  _version: { type: 'integer' },
};

/** The schema of options; undefined for fields without. A value may be of an option that is gone. */
function fieldWithOptions({ type, validation: { options = [] } }: Field): JsonObject | undefined {
  if (!hasOptions(type)) return undefined;
  const names = options.map(({ id, name }) => `${id}: ${name}`).join('\n');
  const description = `${type}\n${names}`;
  return !hasLists(type)
    ? { type: ['string', 'null'], examples: options.map(({ id }) => id), description }
    : { type: ['array', 'null'], items: { type: 'string' }, description };
}

const typeOfField = (field: Field | undefined): JsonObject =>
  !field
    ? {}
    : numberTypes.has(field.type)
      ? { type: ['number', 'null'] }
      : field.type === 'boolean'
        ? { type: ['boolean', 'null'] }
        : everydayOf(field.type)?.form === 'moment'
          ? { type: ['string', 'null'], format: 'date-time' }
          : field.type === 'string' || field.type === 'text'
            ? { type: ['string', 'null'] }
            : (fieldWithOptions(field) ?? { description: field.type });

/** The names of rows: of one, or of each in a list. */
const NAMES: JsonObject = { type: ['string', 'array', 'null'], items: { type: 'string' } };

const chosen = (table: EndpointTable | undefined, fields: readonly ReadField[]): JsonObject =>
  Object.fromEntries(
    fields.map(({ field, name, label }) => [
      name,
      label ? NAMES : (memberOf(own, field) ?? typeOfField(table?.byId.get(field))),
    ]),
  );
const object = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

const moneyByCurrency = {
  type: 'object',
  additionalProperties: { type: 'number' },
  description: 'By currency',
};

/** Returns the schema of `data` in an endpoint's answer. */
function dataOf(
  { action }: EndpointDefinition,
  tables: ReadonlyMap<string, EndpointTable>,
): JsonObject {
  const table = tables.get(action.tableId);
  switch (action.kind) {
    case 'rows': {
      const row = object({
        ...chosen(table, action.fields),
        ...Object.fromEntries(
          action.lookups.map(({ name, tableId, fields }) => [
            name,
            { oneOf: [object(chosen(tables.get(tableId), fields)), { type: 'null' }] },
          ]),
        ),
      });
      if (action.single) return object({ row });
      return object({
        rows: { type: 'array', maxItems: action.limit, items: row },
        ...(action.paged && {
          pagination: {
            type: 'object',
            required: ['limit'],
            properties: { limit: { type: 'integer' }, nextCursor: { type: 'string' } },
          },
        }),
      });
    }
    case 'aggregate': {
      const values = Object.fromEntries(
        action.values.map(({ field, compute, name }) => {
          const isMoney =
            compute !== 'count' &&
            field !== undefined &&
            table?.byId.get(field)?.type === 'currency';
          return [name, isMoney ? moneyByCurrency : { type: ['number', 'null'] }];
        }),
      );
      return action.group
        ? object({
            groups: {
              type: 'array',
              items: object({
                ...chosen(table, [action.group]),
                ...values,
              }),
            },
          })
        : object({ values: object(values) });
    }
    case 'delete':
      return object({});
    default:
      return object({ row: object(chosen(table, action.fields)) });
  }
}

const failure = {
  description: 'Refused',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
};

type EndpointParameter = EndpointDefinition['parameters'][number];

const schemaOf = ({ type, description, default: otherwise }: EndpointParameter): JsonObject => ({
  ...typeOfParameter[type],
  ...(description !== '' && { description }),
  ...(otherwise !== undefined && { default: otherwise }),
});

const bodyOf = (members: readonly EndpointParameter[]): JsonObject => ({
  required: members.some(({ required }) => required),
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: Object.fromEntries(members.map(one => [one.name, schemaOf(one)])),
        required: members.filter(({ required }) => required).map(one => one.name),
        additionalProperties: false,
      },
    },
  },
});

const pagingOf = (action: EndpointDefinition['action']): JsonObject[] =>
  action.kind === 'rows' && action.paged
    ? reservedParameters.slice(0, 2).map(name => ({
        name,
        in: 'query',
        required: false,
        schema:
          name === 'limit'
            ? { type: 'integer', minimum: 1, maximum: action.limit }
            : { type: 'string' },
      }))
    : [];

function operation(
  projectId: string,
  { name, version, until, definition, tables }: DescribedEndpoint,
  method: string,
): JsonObject {
  const { parameters, action, caller, description } = definition;
  const body = parameters.filter(one => one.in === 'body');
  return {
    operationId: `${method.toLowerCase()}-${projectId}-${version}-${definition.path.replaceAll(/[^A-Za-z0-9]+/g, '-')}`,
    tags: ['endpoints'],
    summary: name,
    ...(description !== '' && { description }),
    ...(until !== null && { deprecated: true, 'x-until': until }),
    'x-version': version,
    security: security[caller],
    parameters: [
      ...parameters
        .filter(one => one.in !== 'body')
        .map(one => ({
          name: one.name,
          in: one.in,
          required: one.in === 'path' || one.required,
          schema: schemaOf(one),
        })),
      ...pagingOf(action),
    ],
    ...(method !== 'GET' && body.length > 0 && { requestBody: bodyOf(body) }),
    responses: {
      [action.kind === 'insert' ? '201' : '200']: {
        description: 'Done',
        content: {
          'application/json': {
            schema: object({ success: { const: true }, data: dataOf(definition, tables) }),
          },
        },
      },
      '4XX': failure,
      '5XX': failure,
    },
  };
}

/**
 * The methods of `ANY`: what only reads may be asked with all of them, what writes not with GET.
 */
const methodsOf = ({ method, action }: EndpointDefinition): readonly string[] =>
  method !== 'ANY'
    ? [method]
    : [...(isReading(action) ? ['GET'] : []), 'POST', 'PUT', 'PATCH', 'DELETE'];

const pathOf = (projectId: string, prefix: string, path: string): string =>
  `/custom/${projectId}${prefix}/${path.replaceAll(/:(\w+)/g, '{$1}')}`;

/** An address of a version: the endpoint's own, or, with a prefix, that of this version alone. */
export interface DescribedAddress {
  readonly prefix: string;
  readonly route: EndpointRouteDoc;
}

/**
 * The addresses of a project by their paths. What differs only in the names of its parameters
 * stands
 * apart.
 */
export const addressesOf = (
  projectId: string,
  routes: readonly EndpointRouteDoc[],
): ReadonlyMap<string, readonly DescribedAddress[]> =>
  Map.groupBy(
    routes.flatMap(route =>
      [...(route.isCurrent ? [''] : []), `/v${route.version}`].map(prefix => ({ prefix, route })),
    ),
    ({ prefix, route }) => pathOf(projectId, prefix, route.path),
  );

/** The operations of a version at one of its addresses, by method. */
export const operationsOf = (
  projectId: string,
  endpoint: DescribedEndpoint,
  prefix: string,
): JsonObject => {
  const {
    definition: { path },
    version,
  } = endpoint;
  const pinned = (method: string) =>
    `${method}-${projectId}-v${version}-${path.replaceAll(/[^A-Za-z0-9]+/g, '-')}-pinned`;
  return Object.fromEntries(
    methodsOf(endpoint.definition).map(name => [
      name.toLowerCase(),
      {
        ...operation(projectId, endpoint, name),
        ...(prefix !== '' && { operationId: pinned(name.toLowerCase()) }),
      },
    ]),
  );
};

interface Description {
  readonly head: JsonObject;
  readonly components: Readonly<Record<'schemas' | 'securitySchemes', JsonObject>>;
}

/** OpenAPI 3.1 of a project without its paths: the part before, and the common components. */
export const descriptionOf = (
  title: string,
  tables: readonly { readonly name: string }[],
): Description => ({
  head: {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description:
        'The tables of this project and its published endpoints. Everything else that a project can be asked stands in /api/v1/openapi.json.',
    },
    servers: [{ url: '/api/v1' }],
    tags: [...tables.map(({ name }) => ({ name })), { name: 'endpoints' }],
  },
  components: {
    schemas: {
      Failure: {
        type: 'object',
        required: ['success', 'error', 'code', 'requestId'],
        properties: {
          success: { const: false },
          error: { type: 'string' },
          code: { type: 'string' },
          details: {
            type: 'array',
            items: object({ path: { type: 'string' }, message: { type: 'string' } }),
          },
          requestId: { type: 'string' },
        },
      },
    },
    securitySchemes: {
      session: { type: 'http', scheme: 'bearer' },
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      userEmail: { type: 'apiKey', in: 'header', name: 'X-User-Email' },
      projectPassword: { type: 'apiKey', in: 'header', name: 'X-Project-Password' },
    },
  },
});
