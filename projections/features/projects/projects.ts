import { tableCreated, tableDeleted } from '@hzm/contracts/features/tables/events';
import { apiKeyPasswordChanged, projectCreated, projectDeleted, projectDescribed, projectSettingsChanged, protectionDisabled, protectionEnabled } from '@hzm/contracts/features/projects/events';
import { defaultSettings } from '@hzm/contracts/features/projects/project';
import type { Change } from '@hzm/contracts/core/change';
import type { EventMeta } from '@hzm/contracts/core/event';
import { on, projection } from '../../core/projection.ts';

const patch = (id: string, meta: EventMeta, set: Extract<Change, { op: 'patch' }>['set']): Change =>
  ({ op: 'patch', collection: 'projects', id, set: { ...set, updatedAt: meta.at } });
const countTables = (id: string, by: number): Change => ({ op: 'add', collection: 'projects', id, by: { tableCount: by } });

/** One document per project, and one per key that finds its project. */
export const projects = projection({
  name: 'projects',
  version: 1,
  collections: [{ name: 'projects', indexes: [['ownerId', 'createdAt']] }, { name: 'keys', indexes: [['projectId']] }],
  on: [
    on(projectCreated, ({ data: { projectId, ...project }, meta }) => [
      { op: 'put', collection: 'projects', id: projectId, doc: { id: projectId, ...project, settings: defaultSettings, isPublic: false, passwordHash: null, tableCount: 0, createdAt: meta.at, updatedAt: meta.at } },
      { op: 'put', collection: 'keys', id: project.apiKey, doc: { id: project.apiKey, projectId, scope: project.keyType, permissions: ['read', 'write', 'delete', 'admin'] } },
    ]),
    on(projectDescribed, ({ data, meta }) => [patch(data.projectId, meta, { name: data.name, description: data.description })]),
    on(projectSettingsChanged, ({ data, meta }) => [patch(data.projectId, meta, { settings: data.settings, isPublic: data.isPublic })]),
    on(apiKeyPasswordChanged, ({ data, meta }) => [patch(data.projectId, meta, { apiKeyPassword: data.apiKeyPassword })]),
    on(protectionEnabled, ({ data, meta }) => [patch(data.projectId, meta, { passwordHash: data.passwordHash })]),
    on(protectionDisabled, ({ data, meta }) => [patch(data.projectId, meta, { passwordHash: null })]),
    on(tableCreated, ({ data }) => [countTables(data.projectId, 1)]),
    on(tableDeleted, ({ data }) => [countTables(data.projectId, -1)]),
    on(projectDeleted, ({ data: { projectId } }) => [
      { op: 'drop', collection: 'projects', id: projectId },
      { op: 'drop-where', collection: 'keys', where: { projectId } },
    ]),
  ],
});
