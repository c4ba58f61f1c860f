import type { Doc } from '@hzm/contracts/core/change';
import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import type { Project, ProjectSettings } from '@hzm/contracts/features/projects/project';
import type { Engine } from '@hzm/services/core/engine';
import type { AccountDoc } from '../accounts/view.ts';

/** A project as the read model keeps it. */
export type ProjectDoc = Doc & {
  readonly ownerId: string;
  readonly name: string;
  readonly description: string;
  readonly apiKey: string;
  readonly apiKeyPassword: string;
  readonly keyType: 'project' | 'admin_project';
  readonly settings: ProjectSettings;
  readonly isPublic: boolean;
  readonly passwordHash: string | null;
  readonly tableCount: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Of the last event that changed what is shown of it. */
  readonly position: Position;
};

/** @throws Problem NOT_FOUND */
export async function projectDoc({ model }: Pick<Engine, 'model'>, id: string): Promise<ProjectDoc> {
  const doc = await model.get<ProjectDoc>('projects', id);
  if (!doc) throw new Problem('NOT_FOUND', { text: 'project-not-found' });
  return doc;
}

/** A project on the wire; its secrets only for those who may use them. */
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
