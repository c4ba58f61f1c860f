import * as z from 'zod';
import { command, Instant, nothing, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { KeyType } from '../projects/project.ts';
import { ApiKey, defaultTerms, KeyTerms, MAX_OVERLAP_HOURS, Reach } from './key.ts';

const OfProject = z.strictObject({ projectId: Id });
const OfKey = z.strictObject({ keyId: Id });
const OneKey = z.object({ apiKey: ApiKey });
const { name, permissions, expiresAt, rateLimit, isActive } = KeyTerms.shape;

export const listApiKeys = query({
  name: 'list-api-keys',
  call: 'GET /api-keys/project/:projectId',
  access: 'project:write',
  params: OfProject,
  answer: z.object({ keys: z.array(ApiKey) }),
  summary: 'List API keys',
  description: 'The main key comes first.',
});

export const addApiKey = command({
  name: 'add-api-key',
  call: 'POST /api-keys/project/:projectId',
  access: 'project:write',
  status: 201,
  params: OfProject,
  body: z.strictObject({
    name,
    permissions: permissions.default(defaultTerms.permissions),
    scope: KeyType.default('project'),
    expiresAt: expiresAt.default(defaultTerms.expiresAt),
    rateLimit: rateLimit.default(defaultTerms.rateLimit),
  }),
  answer: OneKey,
  summary: 'Create an API key',
});

export const changeApiKey = command({
  name: 'change-api-key',
  call: 'PUT /api-keys/:keyId',
  access: 'project:write',
  params: OfKey,
  body: z.strictObject({
    name: name.optional(),
    permissions: permissions.optional(),
    expiresAt: expiresAt.optional(),
    rateLimit: rateLimit.optional(),
    isActive: isActive.optional(),
  }),
  answer: OneKey,
  summary: 'Update an API key',
  description: 'Changes permissions, expiry or rate limit; the main key has none of its own.',
});

export const regenerateApiKey = command({
  name: 'regenerate-api-key',
  call: 'POST /api-keys/:keyId/regenerate',
  access: 'project:write',
  params: OfKey,
  body: z.strictObject({ overlapHours: z.int().min(0).max(MAX_OVERLAP_HOURS).default(0) }),
  answer: OneKey,
  summary: 'Regenerate an API key',
  description:
    'The former key stays valid for `overlapHours`, without them it is refused immediately. One that was still valid from before ends.',
});

export const endFormerApiKey = command({
  name: 'end-former-api-key',
  call: 'DELETE /api-keys/:keyId/former',
  access: 'project:write',
  params: OfKey,
  answer: OneKey,
  summary: 'End the former text of an API key',
  description: 'Ends the overlap of a regeneration at once.',
});

export const removeApiKey = command({
  name: 'remove-api-key',
  call: 'DELETE /api-keys/:keyId',
  access: 'project:write',
  params: OfKey,
  answer: nothing,
  summary: 'Delete an API key',
  description: 'The main key cannot be deleted.',
});

const Use = z.object({ at: Instant, call: z.string(), status: z.int() });

export const describeApiKey = query({
  name: 'describe-api-key',
  call: 'GET /api-keys/:keyId/usage',
  access: 'project:write',
  params: OfKey,
  answer: z.object({
    days: z
      .array(z.object({ day: z.iso.date(), used: z.int(), wrong: z.int() }))
      .meta({ description: 'The last 30 days in UTC, today last.' }),
    calls: z.array(Use).meta({ description: 'The last 20 requests, the latest first.' }),
    formerCalls: z.array(Use).meta({
      description:
        'Those of them, and earlier ones, that came with the former text while it is valid.',
    }),
    schema: z.object({ read: Reach, write: Reach }),
    tables: z.array(
      z.object({ id: Id, name: z.string(), read: Reach, write: Reach, delete: Reach }),
    ),
  }),
  summary: 'Retrieve the reach and usage of an API key',
  description: 'Answers its rights table by table and its recent requests.',
});
