import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import type { ProjectDoc } from '@hzm/projections/features/projects/projects';
import type { Precondition } from '@hzm/services/core/commands/precondition';
import type { Context } from '@hzm/services/core/engine';
import { projectDoc } from '../../access/project.ts';
import { settlePortfolio } from '../members/hand-over.ts';
import { dropProject } from './delete.ts';

/** The subject that a project's protection password is counted by. */
export const protectionOf = (projectId: string): string => `project ${projectId}`;

/**
 * Deletes a project for somebody who may. @param password of a protected one @throws Problem
 * NOT_FOUND, PARENT_PROTECTED, PROTECTION_REQUIRED, PROTECTION_INVALID; VERSION_MISMATCH
 */
export async function deleteAsked(
  context: Context,
  projectId: string,
  password: string | undefined,
  ifUnchanged: (doc: ProjectDoc) => Precondition | undefined,
): Promise<Position | undefined> {
  const { engine, request, passwords } = context;
  const doc = await projectDoc(engine, projectId);
  const { ownerId, passwordHash, parentProjectId } = doc;
  if (parentProjectId !== null && (await projectDoc(engine, parentProjectId)).passwordHash !== null)
    throw new Problem('PARENT_PROTECTED');
  if (passwordHash !== null) {
    if (!password) throw new Problem('PROTECTION_REQUIRED');
    if (!(await passwords.verify(protectionOf(projectId), password, passwordHash)))
      throw new Problem('PROTECTION_INVALID');
  }
  await settlePortfolio(engine, request, ownerId);
  return dropProject(engine, request, { projectId, ownerId, precondition: ifUnchanged(doc) });
}
