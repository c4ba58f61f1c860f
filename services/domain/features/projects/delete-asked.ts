import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import type { ProjectDoc } from '@hzm/projections/features/projects/projects';
import type { Precondition } from '@hzm/services/core/commands/precondition';
import type { Context } from '@hzm/services/core/engine';
import { projectDoc } from '../../access/project.ts';
import { unlessBinned } from '../../portfolio/portfolio.ts';
import { settlePortfolio } from '../members/hand-over.ts';
import { moveToBin } from './bin.ts';
import { dropProject } from './delete.ts';

/** The subject that a project's protection password is counted by. */
export const protectionOf = (projectId: string): string => `project ${projectId}`;

/**
 * Checks the password of a protected project.
 * @throws Problem PROTECTION_REQUIRED, PROTECTION_INVALID
 */
export async function checkProtection(
  { passwords }: Pick<Context, 'passwords'>,
  { id, passwordHash }: Pick<ProjectDoc, 'id' | 'passwordHash'>,
  password: string | undefined,
): Promise<void> {
  if (passwordHash === null) return;
  if (!password) throw new Problem('PROTECTION_REQUIRED');
  if (!(await passwords.verify(protectionOf(id), password, passwordHash)))
    throw new Problem('PROTECTION_INVALID');
}

/**
 * Puts a project into the bin for somebody who may, and erases a test environment, whose schema can
 * be made again. @param password of a protected one @throws Problem
 * NOT_FOUND, PARENT_PROTECTED, PROTECTION_REQUIRED, PROTECTION_INVALID; VERSION_MISMATCH
 */
export async function deleteAsked(
  context: Context,
  projectId: string,
  password: string | undefined,
  ifUnchanged: (doc: ProjectDoc) => Precondition | undefined,
): Promise<Position | undefined> {
  const { engine, request } = context;
  const doc = await projectDoc(engine, projectId);
  const { ownerId, parentProjectId } = doc;
  if (parentProjectId !== null && (await projectDoc(engine, parentProjectId)).passwordHash !== null)
    throw new Problem('PARENT_PROTECTED');
  await checkProtection(context, doc, password);
  await settlePortfolio(engine, request, ownerId);
  const precondition = ifUnchanged(doc);
  return parentProjectId === null
    ? moveToBin(context, doc, precondition)
    : dropProject(engine, request, {
        projectId,
        ownerId,
        precondition,
        when: decide => unlessBinned(projectId, decide),
      });
}
