import * as z from 'zod';
import { AsOf, command, count, nothing, Pagination, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { secret } from '../../core/marks.ts';
import { list } from '../../core/shapes.ts';
import { ApiKey } from '../keys/key.ts';
import { Table } from '../tables/table.ts';
import {
  ApiKeyPassword,
  KeyType,
  Project,
  ProjectDescription,
  ProjectName,
  ProjectSettings,
  ProtectionPassword,
} from './project.ts';

const OfProject = z.strictObject({ projectId: Id });
const OneProject = z.object({ project: Project });

export const listProjects = query({
  name: 'list-projects',
  call: 'GET /projects',
  access: 'projects',
  mainKey: true,
  query: z.strictObject({
    page: count(1, 1_000_000).default(1),
    limit: count(1, 10_000).default(100),
    sort: z.enum(['name', 'createdAt', 'updatedAt']).default('createdAt'),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  answer: z.object({
    projects: z.array(Project),
    testProjects: z.array(Project),
    detectedGroupedProjects: z.record(z.string(), z.boolean()),
    pagination: Pagination,
  }),
  summary: 'List projects',
  description:
    "Answers own and shared projects with the caller's role; with the three headers of a key, the project of that key.",
});

/** Parts of a project that `include` embeds in the answer. */
const parts = ['tables', 'apiKeys'] as const;
const Include = z
  .string()
  .max(100)
  .transform(text => text.split(',').map(part => part.trim()))
  .pipe(list(z.enum(parts), { min: 1, max: 10 }))
  .meta({
    description: `Parts to answer within the project, separated by commas: ${parts.join(', ')}.`,
  });

export const getProject = query({
  name: 'get-project',
  call: 'GET /projects/:projectId',
  access: 'project:read',
  past: 'past:read',
  params: OfProject,
  query: z.strictObject({ asOf: AsOf, include: Include.optional() }),
  answer: z.object({
    project: Project.extend({
      tables: z.array(Table).optional(),
      apiKeys: z.array(ApiKey).optional().meta({ description: 'Masked; `key` is null.' }),
    }),
  }),
  summary: 'Retrieve a project',
  description:
    'Also answers an earlier state. `include` embeds tables and masked keys, as far as the caller may read them.',
});

export const createProject = command({
  name: 'create-project',
  call: 'POST /projects',
  access: 'projects',
  status: 201,
  body: z.strictObject({
    name: ProjectName,
    description: ProjectDescription.default(''),
    apiKeyPassword: ApiKeyPassword.optional(),
    keyType: KeyType.default('project'),
  }),
  answer: OneProject,
  summary: 'Create a project with its main key',
});

export const changeProject = command({
  name: 'change-project',
  call: 'PUT /projects/:projectId',
  access: 'project:write',
  params: OfProject,
  body: z.strictObject({
    name: ProjectName.optional(),
    description: ProjectDescription.optional(),
    isPublic: z.boolean().optional(),
    settings: ProjectSettings.partial().optional(),
  }),
  answer: OneProject,
  summary: 'Update a project',
  description: 'Changes name, description, visibility and settings.',
});

export const deleteProject = command({
  name: 'delete-project',
  call: 'DELETE /projects/:projectId',
  access: 'project:own',
  params: OfProject,
  body: z.strictObject({ protectionPassword: secret(z.string().max(1024)).optional() }).optional(),
  answer: nothing,
  summary: 'Delete a project',
  description:
    'Puts it with its test environment into the bin of its owner for 30 days; nobody reaches it there. A test environment alone is erased at once, and not while its project is protected.',
});

export const createTestEnvironment = command({
  name: 'create-test-environment',
  call: 'POST /projects/:projectId/create-test-environment',
  access: 'project:write',
  mainKey: true,
  status: 201,
  params: OfProject,
  answer: z.object({ project: Project, message: z.string() }),
  summary: 'Create a test environment',
  description:
    'A project with the same schema and people, endpoints as drafts, no rows, and its own key and settings. At most one per project; it does not count against the plan.',
});

export const enableProtection = command({
  name: 'enable-protection',
  call: 'POST /projects/:projectId/protection',
  access: 'project:own',
  params: OfProject,
  body: z.strictObject({ password: ProtectionPassword }),
  answer: OneProject,
  summary: 'Protect a project',
  description: 'Deleting it then requires the password.',
});

export const disableProtection = command({
  name: 'disable-protection',
  call: 'DELETE /projects/:projectId/protection',
  access: 'project:own',
  params: OfProject,
  body: z.strictObject({ password: ProtectionPassword.optional() }).optional(),
  answer: OneProject,
  summary: 'Remove the protection of a project',
  description:
    "Takes its password or, for the owner, the account's password; administrators need none.",
});

export const changeApiKeyPassword = command({
  name: 'change-api-key-password',
  call: 'PUT /projects/:projectId/api-key-password',
  access: 'project:write',
  params: OfProject,
  body: z.strictObject({ newPassword: ApiKeyPassword }),
  answer: OneProject,
  summary: 'Change the API key password',
});
