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
  summary:
    'Everybody who has an account. `search` looks in names and addresses. `count=bounded` is soon there however many there are: see `pagination.totalIsAtLeast`.',
});

export const getUser = query({
  name: 'get-user',
  call: 'GET /admin/users/:accountId',
  access: 'admin',
  params: OfAccount,
  answer: z.object({ user: User, belongings: Belongings }),
  summary: 'One person, and what would go with them.',
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
  summary: 'Make an account with a default project for somebody; nobody is signed in by it.',
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
  summary:
    'Change what is named of a person. A new plan brings its limits unless some are given; a disabled person is out at once, everywhere.',
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
  summary: "Everybody's projects, with their size. `search` looks in their names.",
});

export const deleteAnyProject = command({
  name: 'delete-any-project',
  call: 'DELETE /admin/projects/:projectId',
  access: 'admin:session',
  params: z.strictObject({ projectId: Id }),
  body: z.strictObject({ protectionPassword: secret(z.string().max(1024)).optional() }).optional(),
  answer: nothing,
  summary: "Delete anybody's project; a protected one with its password.",
});

export const adminStats = query({
  name: 'admin-stats',
  call: 'GET /admin/stats',
  access: 'admin',
  answer: AdminStats,
  summary: 'How many people, projects and tables there are.',
});
