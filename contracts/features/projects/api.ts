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
  summary:
    'All projects the caller may open: their own, and those that are shared with them, with the role that they have there; with the three headers of a key the project of that key.',
});

/** The parts of a project that are answered within it when they are asked for. */
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
  summary:
    'One project, also as it was at some moment; with its tables and its keys, masked, where ' +
    '`include` asks for them and the caller may read them.',
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
  summary: 'Create a project with its main key.',
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
  summary: 'Rename or describe a project, change how it is reached.',
});

export const deleteProject = command({
  name: 'delete-project',
  call: 'DELETE /projects/:projectId',
  access: 'project:own',
  params: OfProject,
  body: z.strictObject({ protectionPassword: secret(z.string().max(1024)).optional() }).optional(),
  answer: nothing,
  summary:
    'Delete a project with all its data and its test environment; its history becomes unreadable. A test environment cannot be deleted while its project is protected.',
});

export const createTestEnvironment = command({
  name: 'create-test-environment',
  call: 'POST /projects/:projectId/create-test-environment',
  access: 'project:write',
  mainKey: true,
  status: 201,
  params: OfProject,
  answer: z.object({ project: Project, message: z.string() }),
  summary:
    'Create the test environment of a project: a project with the same schema, its endpoints as drafts, and without rows, its own key and settings, and the people of its project. At most one; it does not count against the plan.',
});

export const enableProtection = command({
  name: 'enable-protection',
  call: 'POST /projects/:projectId/protection',
  access: 'project:own',
  params: OfProject,
  body: z.strictObject({ password: ProtectionPassword }),
  answer: OneProject,
  summary: 'Ask for a password before the project can be deleted.',
});

export const disableProtection = command({
  name: 'disable-protection',
  call: 'DELETE /projects/:projectId/protection',
  access: 'project:own',
  params: OfProject,
  body: z.strictObject({ password: ProtectionPassword.optional() }).optional(),
  answer: OneProject,
  summary:
    'Take the protection away again, with its password or, for the owner, with the password of their account; administrators need none.',
});

export const changeApiKeyPassword = command({
  name: 'change-api-key-password',
  call: 'PUT /projects/:projectId/api-key-password',
  access: 'project:write',
  params: OfProject,
  body: z.strictObject({ newPassword: ApiKeyPassword }),
  answer: OneProject,
  summary: "Change the password that goes with the project's keys.",
});
