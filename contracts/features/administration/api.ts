import * as z from 'zod';
import { command, nothing, Pagination, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { secret } from '../../core/marks.ts';
import { Email, NewPassword, PersonName, SubscriptionType, User } from '../accounts/account.ts';
import {
  AdminProject,
  AdminStats,
  Belongings,
  counting,
  flag,
  page,
  PlanChoice,
  PlanLimit,
  StorageLimit,
} from './administration.ts';

const OfAccount = z.strictObject({ accountId: Id });
const OneUser = z.object({ user: User });
const direction = z.enum(['asc', 'desc']);

export const listUsers = query({
  name: 'list-users',
  call: 'GET /admin/users',
  access: 'admin',
  query: z.strictObject({
    ...page,
    isActive: flag,
    isAdmin: flag,
    subscriptionType: SubscriptionType.optional(),
    sort: z.enum(['name', 'email', 'createdAt']).default('createdAt'),
    order: direction.default('desc'),
    count: counting,
  }),
  answer: z.object({ users: z.array(User), pagination: Pagination }),
  summary: 'List all people',
  description:
    '`search` matches names and e-mail addresses. `count=bounded` answers quickly for any number of people: see `pagination.totalIsAtLeast`.',
});

export const getUser = query({
  name: 'get-user',
  call: 'GET /admin/users/:accountId',
  access: 'admin',
  params: OfAccount,
  answer: z.object({ user: User, belongings: Belongings }),
  summary: 'Retrieve a person',
  description: '`belongings` counts what is deleted with the account.',
});

export const createUser = command({
  name: 'create-user',
  call: 'POST /admin/users',
  access: 'admin:session',
  status: 201,
  body: z.strictObject({
    name: PersonName,
    email: Email,
    password: NewPassword,
    subscriptionType: PlanChoice.default('free'),
    maxProjects: PlanLimit.optional(),
    maxTables: PlanLimit.optional(),
    maxStorage: StorageLimit.optional(),
  }),
  answer: OneUser,
  summary: 'Create an account for a person',
  description: 'Creates a default project, too; does not sign in.',
});

export const changeUser = command({
  name: 'change-user',
  call: 'PUT /admin/users/:accountId',
  access: 'admin:session',
  params: OfAccount,
  body: z.strictObject({
    name: PersonName.optional(),
    email: Email.optional(),
    password: secret(z.string().min(6, 'password-too-short').max(1024).optional()),
    isActive: z.boolean().optional(),
    isAdmin: z.boolean().optional(),
    subscriptionType: PlanChoice.optional(),
    maxProjects: PlanLimit.optional(),
    maxTables: PlanLimit.optional(),
    maxStorage: StorageLimit.optional(),
  }),
  answer: OneUser,
  summary: 'Update a person',
  description:
    'Changes only the given members. A new plan brings its limits unless limits are given; disabling a person ends all sessions immediately.',
});

export const listAllProjects = query({
  name: 'list-all-projects',
  call: 'GET /admin/projects',
  access: 'admin',
  query: z.strictObject({
    ...page,
    owner: Id.optional(),
    sort: z.enum(['name', 'createdAt']).default('createdAt'),
    order: direction.default('desc'),
  }),
  answer: z.object({ projects: z.array(AdminProject), pagination: Pagination }),
  summary: 'List the projects of all people',
  description: 'Includes their size. `search` matches project names.',
});

export const deleteAnyProject = command({
  name: 'delete-any-project',
  call: 'DELETE /admin/projects/:projectId',
  access: 'admin:session',
  params: z.strictObject({ projectId: Id }),
  body: z.strictObject({ protectionPassword: secret(z.string().max(1024)).optional() }).optional(),
  answer: nothing,
  summary: 'Delete any project',
  description:
    'As `delete-project`: into the bin of its owner. A protected project requires its password.',
});

export const adminStats = query({
  name: 'admin-stats',
  call: 'GET /admin/stats',
  access: 'admin',
  answer: AdminStats,
  summary: 'Count people, projects and tables',
});
