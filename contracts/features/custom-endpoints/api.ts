import * as z from 'zod';
import { answeredFile, command, nothing, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import type { JsonObject } from '../../core/json.ts';
import { AnyJson, list, named } from '../../core/shapes.ts';
import {
  MAX_COMPUTED_ROWS,
  MAX_DEFINITION_BYTES,
  MAX_ENDPOINT_ROWS,
  SentDefinition as Definition,
  SentParameters,
} from './definition.ts';
import {
  CustomEndpoint,
  DEFAULT_KEEP_DAYS,
  EndpointName,
  ListedEndpoint,
  MAX_ENDPOINTS,
  MAX_KEEP_DAYS,
} from './endpoint.ts';

const OfProject = z.strictObject({ projectId: Id });
const OfEndpoint = z.strictObject({ endpointId: Id });
const OneEndpoint = z.object({ endpoint: CustomEndpoint });
const KeepDays = z.int().min(0).max(MAX_KEEP_DAYS);

export const listCustomEndpoints = query({
  name: 'list-custom-endpoints',
  call: 'GET /custom-endpoints/project/:projectId',
  access: 'project:read',
  params: OfProject,
  query: z.strictObject({ requestId: Id.optional() }),
  answer: z.object({ endpoints: z.array(ListedEndpoint) }),
  summary: 'List custom endpoints',
  description: '`requestId` selects those made from one endpoint request.',
});

export const addCustomEndpoint = command({
  name: 'add-custom-endpoint',
  call: 'POST /custom-endpoints/project/:projectId',
  access: 'project:write',
  status: 201,
  params: OfProject,
  body: z.strictObject({
    name: EndpointName,
    definition: Definition,
    requestId: Id.nullable().default(null),
  }),
  answer: OneEndpoint,
  summary: 'Create a custom endpoint as a draft',
  description: `At most ${MAX_ENDPOINTS} in a project, and ${MAX_DEFINITION_BYTES / 1024} KiB each; the definition must fit the tables.`,
});

export const getCustomEndpoint = query({
  name: 'get-custom-endpoint',
  call: 'GET /custom-endpoints/:endpointId',
  access: 'project:read',
  params: OfEndpoint,
  answer: OneEndpoint,
  summary: 'Retrieve a custom endpoint',
  description: 'Answers its draft, versions, number of calls and faults.',
});

export const changeCustomEndpoint = command({
  name: 'change-custom-endpoint',
  call: 'PUT /custom-endpoints/:endpointId',
  access: 'project:write',
  params: OfEndpoint,
  body: z.strictObject({ name: EndpointName, definition: Definition }),
  answer: OneEndpoint,
  summary: 'Update the draft of a custom endpoint',
  description: 'Published versions do not change.',
});

export const tryCustomEndpoint = query({
  name: 'try-custom-endpoint',
  call: 'POST /custom-endpoints/project/:projectId/try',
  access: 'project:write',
  params: OfProject,
  body: z.strictObject({ definition: Definition, sent: SentParameters.prefault({}) }),
  answer: z.object({ status: z.int(), answer: AnyJson }),
  summary: 'Try a definition',
  description:
    'Answers what the definition would answer now. Writes are validated and answered, but not stored.',
});

export const publishCustomEndpoint = command({
  name: 'publish-custom-endpoint',
  call: 'POST /custom-endpoints/:endpointId/publish',
  access: 'project:write',
  params: OfEndpoint,
  body: z.strictObject({ keepDays: KeepDays.default(DEFAULT_KEEP_DAYS) }),
  answer: OneEndpoint,
  summary: 'Publish a draft as the next version',
  description:
    '`keepDays` is how long the previous version stays callable under its versioned path.',
});

export const rollBackCustomEndpoint = command({
  name: 'roll-back-custom-endpoint',
  call: 'POST /custom-endpoints/:endpointId/roll-back',
  access: 'project:write',
  params: OfEndpoint,
  body: z.strictObject({ version: z.int().min(1), keepDays: KeepDays.default(0) }),
  answer: OneEndpoint,
  summary: 'Roll back to an earlier version',
  description:
    '`keepDays` is how long the replaced version stays callable under its versioned path.',
});

export const switchCustomEndpoint = command({
  name: 'switch-custom-endpoint',
  call: 'PUT /custom-endpoints/:endpointId/state',
  access: 'project:write',
  params: OfEndpoint,
  body: z.strictObject({ isOn: z.boolean() }),
  answer: OneEndpoint,
  summary: 'Switch a published endpoint on or off',
  description: 'Applies to all its versions.',
});

export const removeCustomEndpoint = command({
  name: 'remove-custom-endpoint',
  call: 'DELETE /custom-endpoints/:endpointId',
  access: 'project:write',
  params: OfEndpoint,
  answer: nothing,
  summary: 'Delete a custom endpoint with all its versions',
});

export const describeProject = query({
  name: 'describe-project',
  call: 'GET /projects/:projectId/openapi.json',
  access: 'key:read',
  showsRows: true,
  file: answeredFile('application/json'),
  params: OfProject,
  query: z.strictObject({ table: Id.optional() }),
  answer: named(200),
  summary: "Retrieve a project's OpenAPI description",
  description:
    "OpenAPI 3.1 of the project's tables, with their fields, rules and an example of each, and of its published endpoints. With `table`, of one table. At most 8 MiB: the rest is left out and counted in `x-omitted`.",
});

const AnObject = z.custom<JsonObject>().meta({ type: 'object', additionalProperties: true });
/** The path selects the endpoint; its definition sets parameters and access. */
const called = {
  params: z.strictObject({ projectId: Id, path: list(z.string(), { min: 1, max: 20 }) }),
  query: z.record(z.string(), AnyJson),
  answer: AnObject,
  access: 'public',
} as const;
const sent = { ...called, body: named(200), holdsRows: true } as const;
const summary = 'Call a published endpoint';
const description = `The path is \`/{path}\` or \`/v{version}/{path}\`; the definition sets parameters and answer. At most ${MAX_ENDPOINT_ROWS} rows; aggregates cover at most ${MAX_COMPUTED_ROWS}.`;
export const callEndpoint = query({
  ...called,
  name: 'call-endpoint',
  call: 'GET /custom/:projectId/*path',
  summary,
  description,
});
export const postToEndpoint = command({
  ...sent,
  name: 'post-to-endpoint',
  call: 'POST /custom/:projectId/*path',
  summary,
  description,
});
export const putToEndpoint = command({
  ...sent,
  name: 'put-to-endpoint',
  call: 'PUT /custom/:projectId/*path',
  summary,
  description,
});
export const patchEndpoint = command({
  ...sent,
  name: 'patch-to-endpoint',
  call: 'PATCH /custom/:projectId/*path',
  summary,
  description,
});
export const deleteOfEndpoint = command({
  ...sent,
  name: 'delete-of-endpoint',
  call: 'DELETE /custom/:projectId/*path',
  summary,
  description,
});
