import * as z from 'zod';
import { command, count, nothing, Pagination, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { secret } from '../../core/marks.ts';
import { storable } from '../../core/name.ts';
import { BinnedProject } from './bin.ts';
import { Project, ProjectName } from './project.ts';

const OfEntry = z.strictObject({ entryId: Id });

export const listProjectBin = query({
  name: 'list-project-bin',
  call: 'GET /bin/projects',
  access: 'session',
  query: z.strictObject({
    page: count(1, 1_000).default(1),
    limit: count(1, 100).default(50),
  }),
  answer: z.object({ projects: z.array(BinnedProject), pagination: Pagination }),
  summary: 'List deleted projects',
  description:
    "The caller's own that can be brought back, the last deleted first. Nobody reaches a project in the bin; it takes no place of the plan's projects, but its storage counts. With 100 of them, no project is created or received until one is erased.",
});

export const restoreProject = command({
  name: 'restore-project',
  call: 'POST /bin/projects/:entryId/restore',
  access: 'session',
  params: OfEntry,
  body: z.strictObject({ name: ProjectName.optional() }),
  answer: z.object({ project: Project }),
  summary: 'Restore a deleted project',
  description:
    'As it was, with its test environment, and under another `name` if one is given. Its main keys and API key passwords are new; other keys and webhooks are off until somebody switches them on. If its name is taken, answers 409 `NAME_TAKEN` with a free one in `data.suggestion`; if the plan has no room, 403 `PLAN_LIMIT`. For its owner and administrators.',
});

export const eraseProject = command({
  name: 'erase-project',
  call: 'DELETE /bin/projects/:entryId',
  access: 'session',
  params: OfEntry,
  body: z.strictObject({
    confirm: storable(z.string().max(200)).meta({ description: 'Its name.' }),
    protectionPassword: secret(z.string().max(1024)).optional(),
  }),
  answer: nothing,
  summary: 'Erase a deleted project for good',
  description:
    '`confirm` is its name. Destroys the key of its data, gives its space back, and makes its history unreadable. A protected project requires its password. For its owner and administrators.',
});
