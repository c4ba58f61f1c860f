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
  summary:
    'The endpoints of a project, with what became of them. `requestId`: those that were made from an endpoint request.',
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
  summary: `Begin an endpoint as a draft. At most ${MAX_ENDPOINTS} in a project, and ${MAX_DEFINITION_BYTES / 1024} KiB each; the definition must fit the tables.`,
});

export const getCustomEndpoint = query({
  name: 'get-custom-endpoint',
  call: 'GET /custom-endpoints/:endpointId',
  access: 'project:read',
  params: OfEndpoint,
  answer: OneEndpoint,
  summary:
    'One endpoint: its draft, its versions, how often it was called, and why it is broken if it is.',
});

export const changeCustomEndpoint = command({
  name: 'change-custom-endpoint',
  call: 'PUT /custom-endpoints/:endpointId',
  access: 'project:write',
  params: OfEndpoint,
  body: z.strictObject({ name: EndpointName, definition: Definition }),
  answer: OneEndpoint,
  summary: 'Change the draft of an endpoint. What is published stays as it is.',
});

export const tryCustomEndpoint = query({
  name: 'try-custom-endpoint',
  call: 'POST /custom-endpoints/project/:projectId/try',
  access: 'project:write',
  params: OfProject,
  body: z.strictObject({ definition: Definition, sent: SentParameters.prefault({}) }),
  answer: z.object({ status: z.int(), answer: AnyJson }),
  summary:
    'What a definition would answer. It reads rows as they are; what it would write is judged and answered, and not written.',
});

export const publishCustomEndpoint = command({
  name: 'publish-custom-endpoint',
  call: 'POST /custom-endpoints/:endpointId/publish',
  access: 'project:write',
  params: OfEndpoint,
  body: z.strictObject({ keepDays: KeepDays.default(DEFAULT_KEEP_DAYS) }),
  answer: OneEndpoint,
  summary:
    'Publish the draft as the next version. `keepDays`: how long the version before can still be called, under the address with its version.',
});

export const rollBackCustomEndpoint = command({
  name: 'roll-back-custom-endpoint',
  call: 'POST /custom-endpoints/:endpointId/roll-back',
  access: 'project:write',
  params: OfEndpoint,
  body: z.strictObject({ version: z.int().min(1), keepDays: KeepDays.default(0) }),
  answer: OneEndpoint,
  summary:
    'Let an earlier version be called again. `keepDays`: how long the one before can still be called, under the address with its version.',
});

export const switchCustomEndpoint = command({
  name: 'switch-custom-endpoint',
  call: 'PUT /custom-endpoints/:endpointId/state',
  access: 'project:write',
  params: OfEndpoint,
  body: z.strictObject({ isOn: z.boolean() }),
  answer: OneEndpoint,
  summary: 'Switch a published endpoint off, or on again: all its versions.',
});

export const removeCustomEndpoint = command({
  name: 'remove-custom-endpoint',
  call: 'DELETE /custom-endpoints/:endpointId',
  access: 'project:write',
  params: OfEndpoint,
  answer: nothing,
  summary: 'Delete an endpoint with all its versions.',
});

export const describeProject = query({
  name: 'describe-project',
  call: 'GET /projects/:projectId/openapi.json',
  access: 'key:read',
  file: answeredFile('application/json'),
  params: OfProject,
  answer: named(200),
  summary:
    'OpenAPI 3.1 of what a project can be asked beside what all can: its published endpoints with their parameters, answers and security.',
});

const AnObject = z.custom<JsonObject>().meta({ type: 'object', additionalProperties: true });
/** Which endpoint it is, and what it may be asked, says the path; who may, its definition. */
const called = {
  params: z.strictObject({ projectId: Id, path: list(z.string(), { min: 1, max: 20 }) }),
  query: z.record(z.string(), AnyJson),
  answer: AnObject,
  access: 'public',
} as const;
const sent = { ...called, body: named(200), holdsRows: true } as const;
const summary = `Call a published endpoint of the project, by its definition: \`/{path}\`, or \`/v{version}/{path}\`. At most ${MAX_ENDPOINT_ROWS} rows; what is computed is computed of at most ${MAX_COMPUTED_ROWS}.`;
export const callEndpoint = query({
  ...called,
  name: 'call-endpoint',
  call: 'GET /custom/:projectId/*path',
  summary,
});
export const postToEndpoint = command({
  ...sent,
  name: 'post-to-endpoint',
  call: 'POST /custom/:projectId/*path',
  summary,
});
export const putToEndpoint = command({
  ...sent,
  name: 'put-to-endpoint',
  call: 'PUT /custom/:projectId/*path',
  summary,
});
export const patchEndpoint = command({
  ...sent,
  name: 'patch-to-endpoint',
  call: 'PATCH /custom/:projectId/*path',
  summary,
});
export const deleteOfEndpoint = command({
  ...sent,
  name: 'delete-of-endpoint',
  call: 'DELETE /custom/:projectId/*path',
  summary,
});
