import * as z from 'zod';
import { Id } from '../../core/ids.ts';
import { name, storable } from '../../core/name.ts';
import { AnyJson, list } from '../../core/shapes.ts';
import { RateLimitNeed, RequestMethod } from '../endpoint-requests/request.ts';
import { MAX_SORT_KEYS } from '../rows/row.ts';
import { MAX_FIELDS } from '../tables/table.ts';
import { isPath, namesIn, PARAMETER_NAME } from './address.ts';

export const MAX_DEFINITION_BYTES = 32 * 1024;
/** Maximum rows of one answer. */
export const MAX_ENDPOINT_ROWS = 1_000;
/** Maximum rows that one answer is computed from, and maximum groups in it. */
export const MAX_COMPUTED_ROWS = 20_000;
export const MAX_GROUPS = 1_000;
export const MAX_PARAMETERS = 30;
export const MAX_FILTERS = 20;
export const MAX_LOOKUPS = 3;
/** Maximum characters of a parameter's value; a JSON value is bounded by the size of a body. */
export const MAX_PARAMETER_LENGTH = 1_000;

export const EndpointMethod = RequestMethod;
export type EndpointMethod = z.output<typeof EndpointMethod>;

/** `json` is any value, in the body only; the target field validates it. */
export const ParameterType = z.enum(['text', 'number', 'boolean', 'date', 'id', 'json']);
export type ParameterType = z.output<typeof ParameterType>;

export const Constant = z.union([
  storable(z.string().max(MAX_PARAMETER_LENGTH)),
  z.number(),
  z.boolean(),
]);
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

/** The source of a value: a parameter or a constant. */
export const Source = z.union([
  z.strictObject({ parameter: storable(z.string()) }),
  z.strictObject({ constant: Constant }),
]);
export type Source = z.output<typeof Source>;

/** Members of a row besides its fields. */
const OwnMember = z.enum(['id', 'created_at', 'updated_at', '_version']);
const Shown = z.union([Id, OwnMember]);

/** A field by its id, which survives a rename, with its name in the answer. */
export const ChosenField = z.strictObject({
  field: Shown,
  name: name({ max: 100 }).refine(text => !text.startsWith('__'), 'field-name-reserved'),
});
export type ChosenField = z.output<typeof ChosenField>;

/** The field of another table that names its rows, in the place of the ids that stand for them. */
export const RowLabel = z.strictObject({ tableId: Id, field: Id });
export type RowLabel = z.output<typeof RowLabel>;

/** A field of rows that are read. A related field with `label` answers the names of its rows. */
export const ReadField = ChosenField.extend({ label: RowLabel.optional() });
export type ReadField = z.output<typeof ReadField>;

export const filterOps = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains', 'in', 'empty'] as const;
/**
 * A condition on rows, omitted if its optional parameter is absent. `in` takes values separated by
 * commas.
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
 * A row of another table, whose id a relational field holds, as an object in the answer; null if it
 * does not exist.
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
 * `single` answers the first match or 404. `paged` lets callers set a smaller `limit` and continue
 * with `cursor`.
 */
export const RowsAction = z.strictObject({
  kind: z.literal('rows'),
  tableId: Id,
  fields: list(ReadField, { min: 1, max: MAX_FIELDS + 4 }),
  filters: Filters,
  sort: list(EndpointSort, { min: 0, max: MAX_SORT_KEYS }).default([]),
  limit: z.int().min(1).max(MAX_ENDPOINT_ROWS).default(100),
  paged: z.boolean().default(false),
  single: z.boolean().default(false),
  lookups: list(Lookup, { min: 0, max: MAX_LOOKUPS }).default([]),
});
export const computations = ['count', 'sum', 'average', 'minimum', 'maximum'] as const;
/** `field` is absent for `count`. */
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
  group: z
    .strictObject({ field: Id, name: ChosenField.shape.name, label: RowLabel.optional() })
    .nullable()
    .default(null),
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
 * `public` admits everybody; `key` a key of the project or its members; `identity` a key with
 * e-mail and project password, or members.
 */
export const EndpointCaller = z.enum(['public', 'key', 'identity']);
export type EndpointCaller = z.output<typeof EndpointCaller>;

/** A declarative definition of an endpoint; no user code runs. */
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
 * Calls per minute and caller: `default` uses the project's limit, `unlimited` that of the caller's
 * key.
 */
export const perMinuteOf: Readonly<Record<z.output<typeof RateLimitNeed>, number | undefined>> = {
  default: undefined,
  low: 10,
  medium: 100,
  high: 1_000,
  unlimited: undefined,
};

/** Query parameters that pagination reserves. */
export const reservedParameters: readonly string[] = ['limit', 'cursor', 'asOf', 'project_id'];

/** The parameters of a call by source. */
export const SentParameters = z.strictObject({
  path: z.record(z.string(), AnyJson).default({}),
  query: z.record(z.string(), AnyJson).default({}),
  body: z.record(z.string(), AnyJson).default({}),
});
export type SentParameters = z.output<typeof SentParameters>;

const labelsIn = (action: EndpointAction): readonly RowLabel[] =>
  action.kind === 'rows'
    ? action.fields.flatMap(({ label }) => label ?? [])
    : action.kind === 'aggregate'
      ? [action.group?.label ?? []].flat()
      : [];

/** Returns the tables and fields that a definition uses. */
export function usesOf({ action }: EndpointDefinition): {
  readonly tableIds: ReadonlySet<string>;
  readonly fieldIds: ReadonlySet<string>;
} {
  const labels = labelsIn(action);
  const named: readonly (string | undefined)[] = [
    ...labels.map(({ field }) => field),
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
      ...labels.map(({ tableId }) => tableId),
      ...(action.kind === 'rows' ? action.lookups.map(({ tableId }) => tableId) : []),
    ]),
    fieldIds: new Set(
      named.filter(field => field !== undefined && Id.safeParse(field).success) as string[],
    ),
  };
}

/** Whether the path's parameters and the declared ones match. */
export const isDeclared = ({
  path,
  parameters,
}: Pick<EndpointDefinition, 'path' | 'parameters'>): boolean =>
  namesIn(path).toSorted().join() ===
  parameters
    .filter(one => one.in === 'path')
    .map(one => one.name)
    .toSorted()
    .join();

const encoder = new TextEncoder();
/** A submitted definition: its parameters match its path, and its size is within the limit. */
export const SentDefinition = EndpointDefinition.refine(isDeclared, {
  error: 'endpoint-path-parameters',
  path: ['path'],
}).refine(
  definition => encoder.encode(JSON.stringify(definition)).byteLength <= MAX_DEFINITION_BYTES,
  { error: 'endpoint-too-large' },
);

/**
 * Returns a definition with mapped ids of tables and fields, for a copy of its tables; undefined if
 * one has no counterpart.
 */
export function withOtherIds(
  definition: EndpointDefinition,
  idOf: (id: string) => string | undefined,
): EndpointDefinition | undefined {
  const action = mappedIds(definition.action, usesOf(definition), idOf);
  return action && { ...definition, action };
}

/** Returns a copy whose members `tableId` and `field` name mapped ids; undefined as above. */
export function mappedIds<Part>(
  part: Part,
  { tableIds, fieldIds }: ReturnType<typeof usesOf>,
  idOf: (id: string) => string | undefined,
): Part | undefined {
  const ids = new Map([...tableIds, ...fieldIds].map(id => [id, idOf(id)]));
  if (ids.values().some(id => id === undefined)) return undefined;
  const withOtherId = (member: string, value: unknown): unknown =>
    (member === 'tableId' || member === 'field') && typeof value === 'string'
      ? (ids.get(value) ?? value)
      : value;
  return JSON.parse(JSON.stringify(part), withOtherId) as Part;
}
