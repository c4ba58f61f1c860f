import * as z from 'zod';
import { query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { storable } from '../../core/name.ts';
import {
  Deployment,
  FIGURE_HOURS,
  LogCategory,
  LogCategoryId,
  LogLine,
  LogType,
  MAX_COUNTED,
  MAX_LOGS,
  MAX_MEASURED,
  ProjectHealth,
  RECENT_HOURS,
} from './log.ts';

/** Requests are about a project, by its name in any case or by its id. */
const about = {
  access: 'project:read',
  acrossProjects: true,
  isUnrecorded: true,
  params: z.strictObject({ projectId: Id.optional() }),
} as const;
const Named = z.strictObject({
  projectName: storable(z.string().max(200)).optional(),
  /** Narrows the installation to the requests that count for an account. */
  account: Id.optional(),
});
const named =
  'The project is `projectName`, in any case, among the own and shared ones, or `projectId`; an administrator who names none is answered about the installation, with `account` about the requests that count for one account. Names of callers and positions of writes are for those who may read the history.';

export const monitoringCategories = query({
  ...about,
  name: 'monitoring-categories',
  call: 'POST /railway/monitoring-categories',
  body: Named,
  answer: z.object({ categories: z.array(LogCategory) }),
  summary: 'List the categories of the request log',
  description: `${named} \`recent\` covers ${RECENT_HOURS} hour; counts stop at ${MAX_COUNTED}.`,
});

export const categoryLogs = query({
  ...about,
  name: 'category-logs',
  call: 'POST /railway/category-logs',
  body: Named.extend({
    categoryId: LogCategoryId,
    search: storable(z.string().trim().max(100)).optional(),
    type: LogType.optional(),
    actor: storable(z.string().max(100)).optional(),
    before: Id.optional(),
    limit: z.int().min(1).max(MAX_LOGS).default(MAX_LOGS),
  }),
  answer: z.object({ logs: z.array(LogLine), nextCursor: Id.optional() }),
  summary: 'List entries of the request log',
  description: `${named} Newest first; \`nextCursor\` as \`before\` goes on. \`search\` finds parts of route, call, code and status, and whole request ids. \`performance\` has one line for each call and key, of the newest ${MAX_MEASURED} requests of ${FIGURE_HOURS} hours.`,
});

export const deployments = query({
  ...about,
  name: 'deployments',
  call: 'POST /railway/deployments',
  body: Named,
  answer: z.object({ deployments: z.array(Deployment) }),
  summary: 'List the starts of the server',
  description: `${named} The last 50, newest first.`,
});

export const deploymentLogs = query({
  ...about,
  name: 'deployment-logs',
  call: 'POST /railway/deployment-logs',
  body: Named.extend({ deploymentId: Id }),
  answer: z.object({ logs: z.array(LogLine) }),
  summary: 'List the events of one start of the server',
  description: `${named} Starts, stops, conversions of the log and rebuilt views.`,
});

export const projectHealth = query({
  ...about,
  name: 'project-health',
  call: 'POST /railway/project-health',
  body: Named,
  answer: z.object({ health: ProjectHealth }),
  summary: 'Check the health of a project',
  description: `${named} Covers the stores, the views and the requests of ${FIGURE_HOURS} hours.`,
});
