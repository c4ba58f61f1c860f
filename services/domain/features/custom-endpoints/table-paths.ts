import { everydayOf, isGiven } from '@hzm/contracts/core/everyday';
import { memberOf, type JsonObject } from '@hzm/contracts/core/json';
import { problemStatus, type ProblemCode } from '@hzm/contracts/core/problem';
import type { Row } from '@hzm/contracts/features/rows/row';
import { exampleValue } from '@hzm/contracts/features/tables/example-value';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { writtenFields } from '@hzm/contracts/features/tables/written-fields';
import { say } from '@hzm/services/core/say';
import { fieldSchema } from './field-schema.ts';

const refusalCodes = {
  read: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'KEY_SCOPE', 'NOT_FOUND', 'RATE_LIMIT_EXCEEDED'],
  write: [
    'VALIDATION_ERROR',
    'MISSING_HEADERS',
    'KEY_SCOPE',
    'NOT_FOUND',
    'CONFLICT',
    'VERSION_MISMATCH',
    'RATE_LIMIT_EXCEEDED',
  ],
} as const satisfies Readonly<Record<string, readonly ProblemCode[]>>;

/** The refusals of calls that read or write rows, each with an example. */
const refusals = (kind: keyof typeof refusalCodes): JsonObject =>
  Object.fromEntries(
    refusalCodes[kind].map(code => [
      String(problemStatus[code]),
      {
        description: say('en', { key: code }),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Failure' },
            example: { success: false, error: say('en', { key: code }), code, requestId: 'r-1' },
          },
        },
      },
    ]),
  );

/** Maximum length of JSON of a value in an example. */
const MAX_EXAMPLE_LENGTH = 300;

export interface DescribedTable {
  /** With the fields that the reader is shown. */
  readonly table: Table;
  /** A row that the reader may see. */
  readonly row: Row | undefined;
  readonly tableNames: ReadonlyMap<string, string>;
  /** As `YYYY-MM-DD`, in the project's zone. */
  readonly today: string;
}

const isShort = (value: unknown): boolean => JSON.stringify(value).length <= MAX_EXAMPLE_LENGTH;

/** Values of a new row: those of the row that there is, unless they are long. */
function exampleValues({ table, row, today }: DescribedTable): JsonObject {
  const values = writtenFields(table.fields).flatMap(field => {
    const kept = (row && memberOf(row, field.name)) ?? null;
    const value = kept !== null && isShort(kept) ? kept : exampleValue(field, today);
    return value === undefined ? [] : [[field.name, value] as const];
  });
  return Object.fromEntries(values);
}

const systemMembers = {
  id: { type: 'string', format: 'uuid' },
  created_at: { type: 'string', format: 'date-time' },
  updated_at: { type: 'string', format: 'date-time' },
  _version: { type: 'integer' },
} as const;

const SAMPLE_ROW = {
  id: '01980000-0000-7000-8000-000000000001',
  created_at: '2026-02-28T10:00:00.000Z',
  updated_at: '2026-02-28T10:00:00.000Z',
  _version: 1,
} as const;

/** An example of the row on the wire. */
function exampleRow({ row, table }: DescribedTable, values: JsonObject): JsonObject {
  const { id, created_at, updated_at, _version } = row ?? SAMPLE_ROW;
  const given = table.fields.flatMap(({ name, type }) =>
    isGiven(type) ? [[name, (row && memberOf(row, name)) ?? everydayOf(type)!.example]] : [],
  );
  return { id, created_at, updated_at, _version, ...values, ...Object.fromEntries(given) };
}

const answer = (description: string, data: JsonObject, example: JsonObject): JsonObject => ({
  description,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['success', 'data'],
        properties: { success: { const: true }, data },
      },
      example: { success: true, data: example },
    },
  },
});

const object = (properties: JsonObject): JsonObject => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

const inPath = { name: 'rowId', in: 'path', required: true, schema: systemMembers.id } as const;
const inQuery = (name: string, schema: JsonObject, description: string): JsonObject => ({
  name,
  in: 'query',
  required: false,
  schema,
  description,
});

const reading = [{ session: [] }, { apiKey: [] }];
const writing = [{ session: [] }, { apiKey: [], userEmail: [], projectPassword: [] }];

function listParameters({ fields }: Table): JsonObject[] {
  const sorts = ['created_at', 'updated_at', ...fields.map(({ name }) => name)];
  return [
    inQuery('limit', { type: 'integer', minimum: 1, maximum: 10_000, default: 50 }, 'Rows a page.'),
    inQuery('page', { type: 'integer', minimum: 1, default: 1 }, 'The page, from 1.'),
    inQuery('sort', { type: 'string', examples: sorts.slice(0, 10) }, 'A field to sort by.'),
    inQuery('order', { type: 'string', enum: ['asc', 'desc'] }, 'The order of `sort`.'),
    inQuery('q', { type: 'string' }, 'A text that any field contains.'),
    {
      ...inQuery(
        'filter',
        {
          type: 'object',
          properties: Object.fromEntries(fields.map(({ name }) => [name, { type: 'string' }])),
          additionalProperties: true,
        },
        'Texts that fields contain, without case and accents.',
      ),
      style: 'deepObject',
      explode: true,
    },
  ];
}

interface Made {
  readonly paths: Readonly<Record<string, JsonObject>>;
  readonly schemas: Readonly<Record<string, JsonObject>>;
}

const request = (schema: string, example: JsonObject): JsonObject => ({
  required: true,
  content: { 'application/json': { schema: { $ref: refTo(schema) }, example } },
});

const refTo = (schema: string): string => `#/components/schemas/${schema}`;

type Operation = (verb: string, summary: string, more: JsonObject) => JsonObject;

/** The call that lists rows. */
function listing(operation: Operation, table: Table, row: JsonObject, $ref: string): JsonObject {
  return operation('list', `List the rows of ${table.name}`, {
    security: reading,
    parameters: listParameters(table),
    responses: {
      200: answer(
        'A page of rows',
        object({ rows: { type: 'array', items: { $ref } }, pagination: { type: 'object' } }),
        { rows: [row], pagination: { page: 1, limit: 50, total: 1, totalPages: 1 } },
      ),
      ...refusals('read'),
    },
  });
}

/** Describes the calls about the rows of one table, and their schemas. */
export function describeTable(described: DescribedTable): Made {
  const { table, tableNames } = described;
  const values = exampleValues(described);
  const row = exampleRow(described, values);
  const [id, added, changed] = ['Row', 'NewRow', 'ChangedRow'].map(one => `${one}-${table.id}`);
  const $ref = refTo(id!);
  const operation: Operation = (verb, summary, more) => ({
    operationId: `table-${table.id}-${verb}`,
    tags: [table.name],
    summary,
    ...more,
  });
  const one = (description: string) => answer(description, object({ row: { $ref } }), { row });
  const partial = Object.fromEntries(Object.entries(values).slice(0, 1));
  const rows = `/data/table/${table.id}/rows`;
  return {
    paths: {
      [`/data/table/${table.id}`]: { get: listing(operation, table, row, $ref) },
      [rows]: {
        post: operation('add', `Add a row to ${table.name}`, {
          security: writing,
          parameters: [],
          requestBody: request(added!, values),
          responses: { 201: one('The new row'), ...refusals('write') },
        }),
      },
      [`${rows}/{rowId}`]: {
        get: operation('get', `Retrieve a row of ${table.name}`, {
          security: reading,
          parameters: [inPath],
          responses: { 200: one('The row'), ...refusals('read') },
        }),
        put: operation('change', `Update a row of ${table.name}`, {
          security: writing,
          description: 'Fields that are not named stay as they are.',
          parameters: [inPath],
          requestBody: request(changed!, partial),
          responses: { 200: one('The row'), ...refusals('write') },
        }),
        delete: operation('remove', `Delete a row of ${table.name}`, {
          security: writing,
          parameters: [inPath],
          responses: { 200: answer('Deleted', { type: 'object' }, {}), ...refusals('write') },
        }),
      },
    },
    schemas: schemasOf(table, tableNames, [id!, added!, changed!]),
  };
}

function schemasOf(
  { name, fields }: Table,
  tableNames: ReadonlyMap<string, string>,
  [row, added, changed]: readonly [string, string, string],
): Record<string, JsonObject> {
  const members = (of: readonly Field[], isRequired?: false): JsonObject =>
    Object.fromEntries(of.map(field => [field.name, fieldSchema(field, tableNames, isRequired)]));
  const written = writtenFields(fields);
  const required = written.filter(field => field.required).map(field => field.name);
  return {
    [row]: {
      title: name,
      type: 'object',
      required: [...Object.keys(systemMembers), ...fields.map(field => field.name)],
      // A rule that came later may not hold for older rows.
      properties: { ...systemMembers, ...members(fields, false) },
    },
    [added]: {
      title: `${name} (new)`,
      type: 'object',
      ...(required.length > 0 && { required }),
      properties: members(written),
      additionalProperties: false,
    },
    [changed]: {
      title: `${name} (changes)`,
      type: 'object',
      properties: members(written),
      additionalProperties: false,
    },
  };
}
