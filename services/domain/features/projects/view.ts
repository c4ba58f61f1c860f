import { Problem } from '@hzm/contracts/core/problem';
import type { ProjectRole } from '@hzm/contracts/features/members/role';
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

/** Which of a project's secrets are shown: no key that can do more than who sees it. */
export type Secrets = 'all' | 'project-keys' | 'none';

export const secretsFor = (role: ProjectRole | null): Secrets => (role === 'owner' || role === 'admin' ? 'all' : role === 'manager' ? 'project-keys' : 'none');

type Secret = 'apiKey' | 'apiKeyPassword';

/** What is shown of a project's secrets. */
export const shownSecrets = ({ apiKey, apiKeyPassword, keyType }: Pick<Project, Secret | 'keyType'>, secrets: Secrets): Pick<Project, Secret> =>
  ({ apiKey: secrets === 'all' || (secrets === 'project-keys' && keyType === 'project') ? apiKey : null, apiKeyPassword: secrets === 'none' ? null : apiKeyPassword });

/** A project on the wire, as somebody of a role sees it. */
export function projectOf(doc: ProjectDoc, owner: AccountDoc | undefined, role: ProjectRole | null, secrets: Secrets = secretsFor(role)): Project {
  const name = owner?.name ?? '';
  const email = owner?.email ?? '';
  return {
    id: doc.id, name: doc.name, description: doc.description, userId: doc.ownerId, userName: name, userEmail: email, owner: { id: doc.ownerId, name, email }, role,
    ...shownSecrets(doc, secrets), keyType: doc.keyType,
    isProtected: doc.passwordHash !== null, isPublic: doc.isPublic, isTestEnvironment: doc.parentProjectId !== null, parentProjectId: doc.parentProjectId, testEnvironmentId: doc.testEnvironmentId,
    settings: doc.settings, tableCount: doc.tableCount, createdAt: doc.createdAt, updatedAt: doc.updatedAt,
  };
}
