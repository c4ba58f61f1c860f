import * as z from 'zod';
import { Id } from '../../core/ids.ts';
import { name, storable } from '../../core/name.ts';
import { AnyJson, list } from '../../core/shapes.ts';
import { RateLimitNeed, RequestMethod } from '../endpoint-requests/request.ts';
import { MAX_SORT_KEYS } from '../rows/row.ts';
import { MAX_FIELDS } from '../tables/table.ts';
import { isPath, namesIn, PARAMETER_NAME } from './address.ts';

export const MAX_DEFINITION_BYTES = 32 * 1024;
/** Of one answer. */
export const MAX_ENDPOINT_ROWS = 1_000;
/** Rows that one answer is computed of, and groups in it. */
export const MAX_COMPUTED_ROWS = 20_000;
export const MAX_GROUPS = 1_000;
export const MAX_PARAMETERS = 30;
export const MAX_FILTERS = 20;
export const MAX_LOOKUPS = 3;
/** Of a parameter's value, in characters; a JSON value is as long as a body may be. */
export const MAX_PARAMETER_LENGTH = 1_000;

export const EndpointMethod = RequestMethod;
export type EndpointMethod = z.output<typeof EndpointMethod>;

/** `json`: any value, in the body only; whether it fits says the field that it is written to. */
export const ParameterType = z.enum(['text', 'number', 'boolean', 'date', 'id', 'json']);
export type ParameterType = z.output<typeof ParameterType>;

const Constant = z.union([storable(z.string().max(MAX_PARAMETER_LENGTH)), z.number(), z.boolean()]);
export type Constant = z.output<typeof Constant>;

export const Parameter = z.strictObject({
  name: z.string().regex(PARAMETER_NAME, 'endpoint-parameter-name'),
  in: z.enum(['path', 'query', 'body']),
  type: ParameterType.default('text'),
  required: z.boolean().default(false),
  default: Constant.optional(),
  description: storable(z.string().trim().max(500)).default(''),
});
export type Parameter = z.output<typeof Parameter>;

/** Where a value comes from: a parameter, or it is always the same. */
export const Source = z.union([
  z.strictObject({ parameter: storable(z.string()) }),
  z.strictObject({ constant: Constant }),
]);
export type Source = z.output<typeof Source>;

/** A row's own members beside its fields. */
const OwnMember = z.enum(['id', 'created_at', 'updated_at', '_version']);
const Shown = z.union([Id, OwnMember]);

/** A field by its id, so that it may be renamed, and what it is called in the answer. */
export const ChosenField = z.strictObject({
  field: Shown,
  name: name({ max: 100 }).refine(text => !text.startsWith('__'), 'field-name-reserved'),
});
export type ChosenField = z.output<typeof ChosenField>;

export const filterOps = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains', 'in', 'empty'] as const;
/**
 * A condition that holds of every row. Without a value (an optional parameter that was not given)
 * it is left out. `in`: values apart by commas.
 */
export const EndpointFilter = z.strictObject({
  field: z.union([Id, z.literal('id')]),
  op: z.enum(filterOps),
  value: Source,
});
export type EndpointFilter = z.output<typeof EndpointFilter>;

const EndpointSort = z.strictObject({
  field: z.union([Id, z.enum(['created_at', 'updated_at'])]),
  order: z.enum(['asc', 'desc']).default('asc'),
});

/**
 * A row of another table, whose id a relational field holds, as an object in the answer; null when
 * it is not there.
 */
export const Lookup = z.strictObject({
  field: Id,
  tableId: Id,
  name: ChosenField.shape.name,
  fields: list(ChosenField, { min: 1, max: 50 }),
});
export type Lookup = z.output<typeof Lookup>;

const Filters = list(EndpointFilter, { min: 0, max: MAX_FILTERS }).default([]);
const Chosen = list(ChosenField, { min: 1, max: MAX_FIELDS + 4 });
const Mapping = list(z.strictObject({ field: Id, value: Source }), { min: 1, max: MAX_FIELDS });
const Key = z.strictObject({ field: z.union([Id, z.literal('id')]), value: Source });

/**
 * `single`: the first row that matches, or 404. `paged`: callers may ask for fewer rows with
 * `limit`, and go on with `cursor`.
 */
export const RowsAction = z.strictObject({
  kind: z.literal('rows'),
  tableId: Id,
  fields: Chosen,
  filters: Filters,
  sort: list(EndpointSort, { min: 0, max: MAX_SORT_KEYS }).default([]),
  limit: z.int().min(1).max(MAX_ENDPOINT_ROWS).default(100),
  paged: z.boolean().default(false),
  single: z.boolean().default(false),
  lookups: list(Lookup, { min: 0, max: MAX_LOOKUPS }).default([]),
});
export const computations = ['count', 'sum', 'average', 'minimum', 'maximum'] as const;
/** `field`: absent for `count`. */
export const ComputedValue = z.strictObject({
  compute: z.enum(computations),
  field: Id.optional(),
  name: ChosenField.shape.name,
});
export type ComputedValue = z.output<typeof ComputedValue>;
export const AggregateAction = z.strictObject({
  kind: z.literal('aggregate'),
  tableId: Id,
  filters: Filters,
  group: z.strictObject({ field: Id, name: ChosenField.shape.name }).nullable().default(null),
  values: list(ComputedValue, { min: 1, max: 10 }),
});
const InsertAction = z.strictObject({
  kind: z.literal('insert'),
  tableId: Id,
  values: Mapping,
  fields: Chosen,
});
const UpdateAction = z.strictObject({
  kind: z.literal('update'),
  tableId: Id,
  key: Key,
  values: Mapping,
  fields: Chosen,
});
const DeleteAction = z.strictObject({ kind: z.literal('delete'), tableId: Id, key: Key });

export const EndpointAction = z.discriminatedUnion('kind', [
  RowsAction,
  AggregateAction,
  InsertAction,
  UpdateAction,
  DeleteAction,
]);
export type EndpointAction = z.output<typeof EndpointAction>;
export type RowsAction = z.output<typeof RowsAction>;
export type AggregateAction = z.output<typeof AggregateAction>;
export type WriteAction =
  | z.output<typeof InsertAction>
  | z.output<typeof UpdateAction>
  | z.output<typeof DeleteAction>;

export const isReading = ({ kind }: Pick<EndpointAction, 'kind'>): boolean =>
  kind === 'rows' || kind === 'aggregate';

/**
 * `public`: anybody · `key`: a key of the project, or its people · `identity`: a key with its
 * e-mail and project password, or its people.
 */
export const EndpointCaller = z.enum(['public', 'key', 'identity']);
export type EndpointCaller = z.output<typeof EndpointCaller>;

/** What an endpoint of a project does, declared: no code is run. */
export const EndpointDefinition = z
  .strictObject({
    method: EndpointMethod,
    path: z.string().max(400).refine(isPath, 'endpoint-path'),
    description: storable(z.string().trim().max(2_000)).default(''),
    parameters: list(Parameter, { min: 0, max: MAX_PARAMETERS }).default([]),
    action: EndpointAction,
    caller: EndpointCaller.default('key'),
    rate: RateLimitNeed.default('default'),
  })
  .meta({ id: 'EndpointDefinition' });
export type EndpointDefinition = z.output<typeof EndpointDefinition>;

/**
 * Calls a minute of one caller: `default` is what the project allows, `unlimited` what the caller's
 * key allows.
 */
export const perMinuteOf: Readonly<Record<z.output<typeof RateLimitNeed>, number | undefined>> = {
  default: undefined,
  low: 10,
  medium: 100,
  high: 1_000,
  unlimited: undefined,
};

/** Query parameters that pages take for themselves. */
export const reservedParameters: readonly string[] = ['limit', 'cursor', 'asOf', 'project_id'];

/** What was sent to an endpoint: by the path, the query, and the body. */
export const SentParameters = z.strictObject({
  path: z.record(z.string(), AnyJson).default({}),
  query: z.record(z.string(), AnyJson).default({}),
  body: z.record(z.string(), AnyJson).default({}),
});
export type SentParameters = z.output<typeof SentParameters>;

/** The tables and fields that a definition names. */
export function usesOf({ action }: EndpointDefinition): {
  readonly tableIds: ReadonlySet<string>;
  readonly fieldIds: ReadonlySet<string>;
} {
  const named: readonly (string | undefined)[] = [
    ...('fields' in action ? action.fields.map(({ field }) => field) : []),
    ...('filters' in action ? action.filters.map(({ field }) => field) : []),
    ...(action.kind === 'rows'
      ? [
          ...action.sort.map(({ field }) => field),
          ...action.lookups.flatMap(({ field, fields }) => [
            field,
            ...fields.map(one => one.field),
          ]),
        ]
      : []),
    ...(action.kind === 'aggregate'
      ? [action.group?.field, ...action.values.map(({ field }) => field)]
      : []),
    ...(action.kind === 'insert' || action.kind === 'update'
      ? action.values.map(({ field }) => field)
      : []),
    ...('key' in action ? [action.key.field] : []),
  ];
  return {
    tableIds: new Set([
      action.tableId,
      ...(action.kind === 'rows' ? action.lookups.map(({ tableId }) => tableId) : []),
    ]),
    fieldIds: new Set(
      named.filter(field => field !== undefined && Id.safeParse(field).success) as string[],
    ),
  };
}

/** What a path takes and the definition does not declare, and the other way round. */
export const isDeclared = ({
  path,
  parameters,
}: Pick<EndpointDefinition, 'path' | 'parameters'>): boolean =>
  namesIn(path).toSorted().join() ===
  parameters
    .filter(one => one.in === 'path')
    .map(({ name }) => name)
    .toSorted()
    .join();

const encoder = new TextEncoder();
/** A definition that was sent: its parameters match its path, and its size is within the limit. */
export const SentDefinition = EndpointDefinition.refine(isDeclared, {
  error: 'endpoint-path-parameters',
  path: ['path'],
}).refine(
  definition => encoder.encode(JSON.stringify(definition)).byteLength <= MAX_DEFINITION_BYTES,
  { error: 'endpoint-too-large' },
);

/**
 * A definition for a copy of its tables, with the ids that tables and fields have there; undefined:
 * one of them has none.
 */
export function withOtherIds(
  definition: EndpointDefinition,
  idOf: (id: string) => string | undefined,
): EndpointDefinition | undefined {
  const { tableIds, fieldIds } = usesOf(definition);
  const ids = new Map([...tableIds, ...fieldIds].map(id => [id, idOf(id)]));
  if (ids.values().some(id => id === undefined)) return undefined;
  const withOtherId = (member: string, value: unknown): unknown =>
    (member === 'tableId' || member === 'field') && typeof value === 'string'
      ? (ids.get(value) ?? value)
      : value;
  return {
    ...definition,
    action: JSON.parse(JSON.stringify(definition.action), withOtherId) as EndpointAction,
  };
}
