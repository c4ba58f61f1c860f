import type { AnswerOf } from '@hzm/contracts/core/call';
import { MAX_FOUND, type findAnything } from '@hzm/contracts/features/finder/api';
import { MAX_MEMBERS } from '@hzm/contracts/features/members/member';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import { memberDocs } from '@hzm/projections/features/members/members';
import type { ProjectDoc } from '@hzm/projections/features/projects/projects';
import { threadDocs, threadTextDocs } from '@hzm/projections/features/threads/documents';
import { askerOf, type Context } from '@hzm/services/core/engine';
import { mayRead } from '../../access/may-read.ts';
import { peopleProjectOf } from '../../access/people-of.ts';

type Found = AnswerOf<typeof findAnything>;

const named = ({ id, name }: ProjectDoc) => ({ id, name });

/** Finds threads by title, the newest of each project first. */
export async function threadsTitled(
  context: Context,
  text: string,
  projects: readonly ProjectDoc[],
) {
  const { model } = context.engine;
  const found: Found['threads'] = [];
  for (const project of projects) {
    if (found.length >= MAX_FOUND) break;
    await context.pause();
    if (!(await mayRead(context, 'threads:read', project.id))) continue;
    const { docs } = await model.find({
      collection: threadTextDocs,
      partition: project.id,
      where: [{ path: 'values.title', op: 'contains', text }],
      sort: { by: 'created', descending: true },
      limit: MAX_FOUND - found.length,
      ...askerOf(context),
    });
    const threads = await Promise.all(docs.map(({ threadId }) => model.get(threadDocs, threadId)));
    found.push(
      ...threads.flatMap(thread =>
        thread?.projectId === project.id
          ? [{ id: thread.id, title: thread.title, project: named(project) }]
          : [],
      ),
    );
  }
  return found;
}

/** Finds people of projects by name, each once, in the first of the projects that they are in. */
export async function peopleNamed(context: Context, text: string, projects: readonly ProjectDoc[]) {
  const { model } = context.engine;
  const found: Found['people'] = [];
  const seen = new Set<string>();
  for (const project of projects) {
    if (found.length >= MAX_FOUND) break;
    await context.pause();
    if (!(await mayRead(context, 'people:read', project.id))) continue;
    const { docs: members } = await model.find({
      collection: memberDocs,
      where: [{ path: 'projectId', op: 'eq', value: peopleProjectOf(project) }],
      limit: MAX_MEMBERS + 1,
    });
    const roles = new Map(members.map(({ userId, role }) => [userId, role]));
    for (const id of seen) roles.delete(id);
    if (roles.size === 0) continue;
    const { docs } = await model.find({
      collection: accountDocs,
      ids: [...roles.keys()],
      where: [{ path: 'name', op: 'contains', text }],
      limit: MAX_FOUND - found.length,
      ...askerOf(context),
    });
    for (const { id, name } of docs) {
      seen.add(id);
      found.push({ id, name, role: roles.get(id)!, project: named(project) });
    }
  }
  return found;
}
