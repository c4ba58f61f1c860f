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
  summary:
    "How much a project keeps, and how much its owner's plan allows. What adds to it is refused with PLAN_LIMIT when it is full.",
});
