import type { Call } from '@hzm/contracts/core/call';
import { type Json, type JsonObject, memberOf } from '@hzm/contracts/core/json';
import { Schemas } from '@hzm/contracts/core/json-schemas';
import { problemStatus, type ProblemCode } from '@hzm/contracts/core/problem';
import { AnyJson } from '@hzm/contracts/core/shapes';
import documented from '@hzm/contracts/features/docs/docs.en.json' with { type: 'json' };
import { callsByModule } from '@hzm/contracts/registry';
import { nextTurn } from '@hzm/services/core/concurrency/next-turn';
import { say } from '@hzm/services/core/say';
import * as z from 'zod';

const Failure = z
  .object({
    success: z.literal(false),
    error: z.string().describe('A text for a person, in the language of Accept-Language'),
    code: z.enum(Object.keys(problemStatus) as [keyof typeof problemStatus]),
    details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    data: AnyJson.optional(),
    requestId: z.string(),
  })
  .meta({ id: 'Failure' });

/** The description of a feature. */
const aboutOf = (tag: string): string =>
  memberOf(documented.modules as Readonly<Record<string, { readonly description: string }>>, tag)
    ?.description ?? tag;

/** The feature of a call. */
const tagOf = (call: Call): string => tags.get(call.name) ?? 'others';
const tags: ReadonlyMap<string, string> = new Map(
  [...callsByModule].flatMap(([id, calls]) => calls.map(call => [call.name, id] as const)),
);

const threeHeaders = { apiKey: [], userEmail: [], projectPassword: [] };
/** Returns the security schemes of a call; all but personal calls accept keys, too. */
const securityOf = ({ access }: Call): Json => {
  if (access === 'public') return [];
  if (access === 'rows:read' || access === 'key:read')
    return [{ session: [] }, { apiKey: [] }, threeHeaders];
  return access === 'session' || access === 'admin:session'
    ? [{ session: [] }]
    : [{ session: [] }, threeHeaders];
};

const header = (name: string, description: string, schema: JsonObject): JsonObject => ({
  name,
  in: 'header',
  required: false,
  schema: { type: 'string', ...schema },
  description,
});
const writeHeaders = [
  header(
    'X-Request-ID',
    'Your name for this write (at most 100 characters). Sent again, the first answer comes again and nothing is written twice.',
    { maxLength: 100 },
  ),
  header('If-Match', 'The version you saw; 412 when it is no longer the current one.', {
    pattern: '^(?:\\*|(?:W/)?"?\\d{1,15}"?)$',
  }),
];
const readHeaders = [
  header(
    'X-Wait-For-Position',
    'Answer from a state at least as new as this position, or 503 after 5 s.',
    { pattern: '^\\d{20}$' },
  ),
];

const parametersOf = (
  schema: z.ZodType,
  place: 'path' | 'query',
  schemas: Schemas,
): JsonObject[] => {
  const { properties = {}, required = [] } = schemas.of(schema, 'input') as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: shape,
    ...(name === 'filter' && { style: 'deepObject', explode: true }),
  }));
};

/** The content type of a page of HTML beside JSON, for calls that answer one. */
const pageOf = ({ hasPage }: Call): JsonObject =>
  hasPage ? { 'text/html': { schema: { type: 'string' } } } : {};

const failure = (call: Call, description: string, code: ProblemCode): JsonObject => ({
  description,
  content: {
    ...pageOf(call),
    'application/json': {
      schema: { $ref: '#/components/schemas/Failure' },
      example: { success: false, error: say('en', { key: code }), code, requestId: 'r-1' },
    },
  },
});

/** Returns the schema of a success; a flat answer has its members beside `success`. */
function successOf({ answer, isFlat }: Call, schemas: Schemas): JsonObject {
  const shape = schemas.of(answer, 'output');
  if (!isFlat)
    return {
      type: 'object',
      required: ['success', 'data'],
      properties: { success: { const: true }, data: shape },
    };
  const { properties = {}, required = [] } = shape as {
    properties?: JsonObject;
    required?: string[];
  };
  return {
    type: 'object',
    required: ['success', ...required],
    properties: { success: { const: true }, ...properties },
  };
}

const projectParameter = ({ holdsRows }: Call): JsonObject => ({
  name: 'project_id',
  in: 'query',
  required: false,
  schema: { type: 'string', format: 'uuid' },
  description: holdsRows
    ? 'The project; also `projectId`.'
    : 'The project; also `projectId`. A body may say it instead.',
});

const headersOf = ({ kind }: Call): JsonObject => ({
  'X-Request-ID': { schema: { type: 'string' } },
  ETag: { description: 'The version, where one resource is answered', schema: { type: 'string' } },
  'X-Position': {
    description:
      kind === 'command'
        ? 'Position of the last event written'
        : 'A position that the answer has seen; absent without identity',
    schema: { type: 'string' },
  },
});

function operation(call: Call, path: string, schemas: Schemas, alias: number): JsonObject {
  const named = new Set([...path.matchAll(/[:*](\w+)/g)].map(([, name]) => name));
  // A project missing in the path is a query parameter or a member of the body.
  const isTold =
    !named.has('projectId') &&
    parametersOf(call.params, 'path', schemas).some(({ name }) => name === 'projectId');
  const body = call.method === 'GET' ? undefined : schemas.of(call.body, 'input');
  const sent = call.file?.way === 'sent' ? call.file : undefined;
  const empty =
    body !== undefined &&
    !sent &&
    'properties' in body &&
    Object.keys(body['properties'] as object).length === 0 &&
    body['additionalProperties'] === false;
  return {
    tags: [tagOf(call)],
    operationId: alias === 0 ? call.name : `${call.name}-${alias + 1}`,
    summary: call.summary,
    ...(call.description !== undefined && { description: call.description }),
    security: securityOf(call),
    parameters: [
      ...parametersOf(call.params, 'path', schemas).filter(({ name }) => named.has(name as string)),
      ...parametersOf(call.query, 'query', schemas),
      ...(isTold ? [projectParameter(call)] : []),
      ...(call.kind === 'command' ? writeHeaders : readHeaders),
    ],
    ...(body !== undefined &&
      !empty && {
        requestBody: {
          content: sent
            ? {
                [sent.type]: {
                  schema: {
                    ...(sent.type === 'application/json' && { type: 'object' }),
                    description: `A file of at most ${sent.maxBytes} bytes, read as it comes.`,
                  },
                },
              }
            : { 'application/json': { schema: body } },
        },
      }),
    responses: {
      [call.status]: {
        description: 'Done',
        headers: headersOf(call),
        content:
          call.file?.way === 'answered'
            ? { [call.file.type]: { schema: schemas.of(call.answer, 'output') } }
            : { ...pageOf(call), 'application/json': { schema: successOf(call, schemas) } },
      },
      '4XX': failure(call, 'Refused', 'VALIDATION_ERROR'),
      '5XX': failure(call, 'Failed, or not ready: the same request may succeed later', 'NOT_READY'),
    },
  };
}

/** Returns the OpenAPI 3.1 description of all calls; yields to other requests after each call. */
export async function openapi(calls: readonly Call[]): Promise<JsonObject> {
  const schemas = new Schemas();
  schemas.of(z.object({ failure: Failure }), 'output');
  const paths: Record<string, JsonObject> = {};
  for (const call of calls) {
    for (const [alias, path] of [call.path, ...call.aliases].entries()) {
      const key = path.replace(/[:*](\w+)/g, '{$1}');
      paths[key] = {
        ...memberOf(paths, key),
        [call.method.toLowerCase()]: operation(call, path, schemas, alias),
      };
    }
    await nextTurn();
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'HZM',
      version: '1',
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
      description:
        'Projects, tables, rows and their history. Every write is an event; every answer carries `X-Request-ID`.',
    },
    servers: [{ url: '/api/v1' }],
    tags: [...new Set(calls.map(tagOf))].map(name => ({ name, description: aboutOf(name) })),
    paths,
    components: {
      schemas: schemas.components,
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token that login and register answer.',
        },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        userEmail: { type: 'apiKey', in: 'header', name: 'X-User-Email' },
        projectPassword: { type: 'apiKey', in: 'header', name: 'X-Project-Password' },
      },
    },
  };
}
