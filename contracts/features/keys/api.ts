import * as z from 'zod';
import { command, Instant, nothing, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { KeyType } from '../projects/project.ts';
import { ApiKey, defaultTerms, KeyTerms, Reach } from './key.ts';

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
  summary: 'The keys of a project, the main key first.',
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
  summary: 'Add a key to a project.',
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
  summary: 'Change what a key may do, until when and how often. Not of the main key.',
});

export const regenerateApiKey = command({
  name: 'regenerate-api-key',
  call: 'POST /api-keys/:keyId/regenerate',
  access: 'project:write',
  params: OfKey,
  answer: OneKey,
  summary: 'Give a key another text; the one before is refused from then on.',
});

export const removeApiKey = command({
  name: 'remove-api-key',
  call: 'DELETE /api-keys/:keyId',
  access: 'project:write',
  params: OfKey,
  answer: nothing,
  summary: 'Delete a key. Not the main key.',
});

export const describeApiKey = query({
  name: 'describe-api-key',
  call: 'GET /api-keys/:keyId/usage',
  access: 'project:write',
  params: OfKey,
  answer: z.object({
    days: z
      .array(z.object({ day: z.iso.date(), used: z.int(), wrong: z.int() }))
      .meta({ description: 'The last 30 days in UTC, today last.' }),
    calls: z
      .array(z.object({ at: Instant, call: z.string(), status: z.int() }))
      .meta({ description: 'The last 20 requests, the latest first.' }),
    schema: z.object({ read: Reach, write: Reach }),
    tables: z.array(
      z.object({ id: Id, name: z.string(), read: Reach, write: Reach, delete: Reach }),
    ),
  }),
  summary: 'What a key can do, table by table, and what was done with it.',
});
