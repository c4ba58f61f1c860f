import { tableCreated, tableDeleted } from '@hzm/contracts/features/tables/events';
import { apiKeyPasswordChanged, projectCreated, projectDeleted, projectDescribed, projectSettingsChanged, protectionDisabled, protectionEnabled } from '@hzm/contracts/features/projects/events';
import { defaultSettings } from '@hzm/contracts/features/projects/project';
import type { Change } from '@hzm/contracts/core/change';
import type { Event } from '@hzm/contracts/core/event';
import { on, projection } from '../../core/projection.ts';

type Members = Extract<Change, { op: 'patch' }>['set'];
/** `position`: of the last event that changed what the document shows. */
const set = (id: string, members: Members): Change => ({ op: 'patch', collection: 'projects', id, set: members });
const patch = ({ data: { projectId }, meta, position }: Event<{ projectId: string }>, members: Members): readonly Change[] => [set(projectId, { ...members, updatedAt: meta.at, position })];
const countTables = ({ data: { projectId }, position }: Event<{ projectId: string }>, by: number): readonly Change[] =>
  [{ op: 'add', collection: 'projects', id: projectId, by: { tableCount: by } }, set(projectId, { position })];

/** One document per project, and one per key that finds its project. */
export const projects = projection({
  name: 'projects',
  version: 2,
  collections: [{ name: 'projects', indexes: [['ownerId', 'createdAt']] }, { name: 'keys', indexes: [['projectId']] }],
  on: [
    on(projectCreated, ({ data: { projectId, ...project }, meta, position }) => [
      { op: 'put', collection: 'projects', id: projectId, doc: { id: projectId, ...project, settings: defaultSettings, isPublic: false, passwordHash: null, tableCount: 0, createdAt: meta.at, updatedAt: meta.at, position } },
      { op: 'put', collection: 'keys', id: project.apiKey, doc: { id: project.apiKey, projectId, scope: project.keyType, permissions: ['read', 'write', 'delete', 'admin'] } },
    ]),
    on(projectDescribed, e => patch(e, { name: e.data.name, description: e.data.description })),
    on(projectSettingsChanged, e => patch(e, { settings: e.data.settings, isPublic: e.data.isPublic })),
    on(apiKeyPasswordChanged, e => patch(e, { apiKeyPassword: e.data.apiKeyPassword })),
    on(protectionEnabled, e => patch(e, { passwordHash: e.data.passwordHash })),
    on(protectionDisabled, e => patch(e, { passwordHash: null })),
    on(tableCreated, e => countTables(e, 1)),
    on(tableDeleted, e => countTables(e, -1)),
    on(projectDeleted, ({ data: { projectId } }) => [
      { op: 'drop', collection: 'projects', id: projectId },
      { op: 'drop-where', collection: 'keys', where: { projectId } },
    ]),
  ],
});
