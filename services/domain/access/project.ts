import { Problem } from '@hzm/contracts/core/problem';
import type { ProjectRole } from '@hzm/contracts/features/members/role';
import type { Project } from '@hzm/contracts/features/projects/project';
import type { AccountDoc } from '@hzm/projections/features/accounts/accounts';
import {
  binnedProjectDocs,
  projectDocs,
  type ProjectDoc,
} from '@hzm/projections/features/projects/projects';
import type { Engine } from '@hzm/services/core/engine';
import { shownTo, type Sight } from './visibility.ts';

/** @throws Problem NOT_FOUND */
export async function projectDoc(
  { model }: Pick<Engine, 'model'>,
  id: string,
): Promise<ProjectDoc> {
  const doc = await model.get(projectDocs, id);
  if (!doc) throw new Problem('NOT_FOUND', { text: 'project-not-found' });
  return doc;
}

/** Returns a project, also one in the bin, for work that ends with the project only. */
export const projectAnywhere = async (
  { model }: Pick<Engine, 'model'>,
  id: string,
): Promise<ProjectDoc | undefined> =>
  (await model.get(projectDocs, id)) ?? (await model.get(binnedProjectDocs, id));

/** A project on the wire, as a reader is shown it. @param role what the reader is in it */
export function projectOf(
  doc: ProjectDoc,
  owner: AccountDoc | undefined,
  role: ProjectRole | null,
  sight: Sight,
): Project {
  const name = owner?.name ?? '';
  const email = owner?.email ?? '';
  return shownTo(sight, 'project', {
    id: doc.id,
    name: doc.name,
    description: doc.description,
    userId: doc.ownerId,
    userName: name,
    userEmail: email,
    owner: { id: doc.ownerId, name, email },
    role,
    apiKey: doc.apiKey,
    apiKeyPassword: doc.apiKeyPassword,
    keyType: doc.keyType,
    isProtected: doc.passwordHash !== null,
    isPublic: doc.isPublic,
    isTestEnvironment: doc.parentProjectId !== null,
    parentProjectId: doc.parentProjectId,
    testEnvironmentId: doc.testEnvironmentId,
    settings: doc.settings,
    tableCount: doc.tableCount,
    widgetCount: doc.widgetCount,
    createdAt: doc.createdAt,
    updatedAt: doc.updatedAt,
  });
}

/** Whether a project is another account's, whatever a portfolio says. */
export async function isOfAnother(
  engine: Pick<Engine, 'model'>,
  projectId: string,
  ownerId: string,
): Promise<boolean> {
  const doc = await projectAnywhere(engine, projectId);
  return doc !== undefined && doc.ownerId !== ownerId;
}
