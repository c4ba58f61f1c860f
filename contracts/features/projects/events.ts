import * as z from 'zod';
import { event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { KeyType, ProjectSettings } from './project.ts';

/** Stream `portfolio-<ownerId>`: which projects a person has, so that names and the plan's limit are decided in one place. */
export const projectCreated = event('project-created', 2, {
  projectId: Id,
  ownerId: Id,
  name: z.string(),
  description: z.string(),
  apiKey: z.string(),
  apiKeyPassword: z.string(),
  keyType: KeyType,
}, ['name', 'description', 'apiKey', 'apiKeyPassword']);
export const projectDescribed = event('project-described', 1, { projectId: Id, name: z.string(), description: z.string() }, ['name', 'description']);
/** `tableIds`: the tables it had, so that their rows can go without being looked for. */
export const projectDeleted = event('project-deleted', 1, { projectId: Id, ownerId: Id, tableIds: z.array(Id) });

/** Stream `project-<id>`: how a project is reached. */
export const projectSettingsChanged = event('project-settings-changed', 1, { projectId: Id, settings: ProjectSettings, isPublic: z.boolean() });
export const apiKeyPasswordChanged = event('api-key-password-changed', 1, { projectId: Id, apiKeyPassword: z.string() }, ['apiKeyPassword']);
export const protectionEnabled = event('protection-enabled', 1, { projectId: Id, passwordHash: z.string() }, ['passwordHash']);
export const protectionDisabled = event('protection-disabled', 1, { projectId: Id });
