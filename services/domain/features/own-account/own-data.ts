import type { AnswerOf } from '@hzm/contracts/core/call';
import type { ownData as call } from '@hzm/contracts/features/own-account/api';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import { memberDocs } from '@hzm/projections/features/members/members';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import type { Context } from '@hzm/services/core/engine';
import { accountDoc, userOf } from '../../access/account.ts';
import { MAX_PROJECTS } from '../../access/reachable.ts';
import { openSessions, reusedSessions } from '../accounts/open-sessions.ts';
import { latestLooks, lookOf } from '../looks/view.ts';
import { settingsAnswer } from '../notifications/settings-view.ts';

/** Returns the stored data of the caller's account itself. */
export async function ownData({
  engine,
  caller,
  pause,
}: Context): Promise<{ data: AnswerOf<typeof call> }> {
  const { model } = engine;
  const account = await accountDoc(engine, caller.actor);
  const [sessions, reused, looks, { settings }, { docs }] = await Promise.all([
    openSessions(engine, account, caller.sessionId),
    reusedSessions(engine, account.id),
    latestLooks(engine, 'accountId', account.id),
    settingsAnswer(engine, account.id),
    model.find({
      collection: memberDocs,
      where: [{ path: 'userId', op: 'eq', value: account.id }],
      limit: MAX_PROJECTS,
    }),
  ]);
  const projects = [];
  for (const { projectId, role, since } of docs) {
    await pause();
    const project = await model.get(projectDocs, projectId);
    if (project) projects.push({ id: projectId, name: project.name, role, since });
  }
  return {
    data: {
      user: userOf(account),
      sessions,
      reusedSessions: reused,
      looks: await Promise.all(
        looks.map(async doc => lookOf(doc, await model.get(accountDocs, doc.lookerId))),
      ),
      notificationSettings: settings,
      projects,
    },
  };
}
