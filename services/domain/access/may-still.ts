import { MASTER_ACTOR } from '@hzm/contracts/core/event';
import { Problem } from '@hzm/contracts/core/problem';
import type { ProjectAccess } from '@hzm/contracts/features/members/rights';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import { keyDocs } from '@hzm/projections/features/keys/keys';
import { masterDocs, MASTER } from '@hzm/projections/features/master/master';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import type { Caller, Engine } from '@hzm/services/core/engine';
import { authorize } from './authorize.ts';

/**
 * Returns a person or key as a caller, by what is readable now; undefined if they may nothing any
 * more.
 */
async function callerOf(engine: Engine, actor: string): Promise<Caller | undefined> {
  const { model, now } = engine;
  const caller = { actor, accountId: actor, isAdmin: false, sessionId: undefined, key: undefined };
  if (actor === MASTER_ACTOR) {
    const master = await model.get(masterDocs, MASTER);
    return master && { ...caller, isAdmin: true, master: { madeBy: master.madeBy } };
  }
  const account = await model.get(accountDocs, actor);
  if (account) return account.isActive ? { ...caller, isAdmin: account.isAdmin } : undefined;
  const key = await model.get(keyDocs, actor);
  const project = key && (await model.get(projectDocs, key.projectId));
  const owner = project && (await model.get(accountDocs, project.ownerId));
  const end = key?.expiresAt ? Date.parse(key.expiresAt) : undefined;
  if (!key?.isActive || !project?.settings.allowApiAccess || !owner?.isActive) return undefined;
  if (end !== undefined && end <= now().getTime()) return undefined;
  const { id, projectId, scope, permissions } = key;
  const credential = { id, projectId, scope, permissions, complete: true, end };
  return { ...caller, accountId: owner.id, key: { ...credential, requestsPerMinute: 0 } };
}

/** Whether who began work in the background may still do it. */
export async function mayStill(
  engine: Engine,
  actor: string,
  access: ProjectAccess,
  projectId: string,
): Promise<boolean> {
  const caller = await callerOf(engine, actor);
  if (!caller) return false;
  try {
    await authorize(engine, caller, { access, method: 'POST', kind: 'command' }, { projectId });
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}
