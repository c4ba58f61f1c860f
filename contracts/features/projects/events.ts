import * as z from 'zod';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { KeyType, ProjectSettings } from './project.ts';

const ofProject = { projectId: because.key };

/** Stream `portfolio-<ownerId>`: which projects a person has, so that names and the plan's limit are decided in one place. */
export const projectCreated = event('project-created', 2, {
  projectId: Id,
  ownerId: Id,
  name: z.string(),
  description: z.string(),
  apiKey: z.string(),
  apiKeyPassword: z.string(),
  keyType: KeyType,
}, { ...ofProject, ownerId: because.id });
export const projectDescribed = event('project-described', 1, { projectId: Id, name: z.string(), description: z.string() }, ofProject);
/** `tableIds`: the tables it had, so that their rows can go without being looked for. */
export const projectDeleted = event('project-deleted', 1, { projectId: Id, ownerId: Id, tableIds: z.array(Id) }, { ...ofProject, ownerId: because.id, tableIds: because.erasure });

/** Stream `project-<id>`: how a project is reached. */
export const projectSettingsChanged = event('project-settings-changed', 1, { projectId: Id, settings: ProjectSettings, isPublic: z.boolean() }, ofProject);
export const apiKeyPasswordChanged = event('api-key-password-changed', 1, { projectId: Id, apiKeyPassword: z.string() }, ofProject);
export const protectionEnabled = event('protection-enabled', 1, { projectId: Id, passwordHash: z.string() }, ofProject);
export const protectionDisabled = event('protection-disabled', 1, { projectId: Id }, ofProject);
