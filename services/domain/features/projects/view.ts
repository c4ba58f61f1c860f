import { Problem } from '@hzm/contracts/core/problem';
import type { Project } from '@hzm/contracts/features/projects/project';
import type { AccountDoc } from '@hzm/projections/features/accounts/accounts';
import { projectDocs, type ProjectDoc } from '@hzm/projections/features/projects/projects';
import type { Engine } from '@hzm/services/core/engine';

/** @throws Problem NOT_FOUND */
export async function projectDoc({ model }: Pick<Engine, 'model'>, id: string): Promise<ProjectDoc> {
  const doc = await model.get(projectDocs, id);
  if (!doc) throw new Problem('NOT_FOUND', { text: 'project-not-found' });
  return doc;
}

/** A project on the wire, with or without its secrets. */
export function projectOf(doc: ProjectDoc, owner: AccountDoc | undefined, secrets: boolean): Project {
  const name = owner?.name ?? '';
  const email = owner?.email ?? '';
  return {
    id: doc.id, name: doc.name, description: doc.description, userId: doc.ownerId, userName: name, userEmail: email, owner: { id: doc.ownerId, name, email },
    apiKey: secrets ? doc.apiKey : null, apiKeyPassword: secrets ? doc.apiKeyPassword : null, keyType: doc.keyType,
    isProtected: doc.passwordHash !== null, isPublic: doc.isPublic, isTestEnvironment: false, parentProjectId: null, testEnvironmentId: null,
    settings: doc.settings, tableCount: doc.tableCount, createdAt: doc.createdAt, updatedAt: doc.updatedAt,
  };
}
