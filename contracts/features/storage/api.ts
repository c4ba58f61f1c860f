import * as z from 'zod';
import { query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { ProjectUsage } from './storage.ts';

export const getUsage = query({
  name: 'get-usage',
  call: 'GET /projects/:projectId/usage',
  access: 'project:read',
  params: z.strictObject({ projectId: Id }),
  answer: z.object({ usage: ProjectUsage }),
  summary: "Retrieve a project's storage usage",
  description:
    "Includes the limit of its owner's plan. When it is full, writes that need storage are refused with PLAN_LIMIT.",
});
