import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { KeyType, Lifted, ProjectSettings } from './project.ts';

const ofProject = { projectId: because.key };

/**
 * Stream `portfolio-<ownerId>`. One stream decides names and the plan's limit. `parentProjectId`
 * marks a test environment of that project; `tableCount` and `widgetCount` count what it begins
 * with.
 */
export const projectCreated = event('project-created', {
  version: 4,
  shape: {
    projectId: Id,
    ownerId: Id,
    name: z.string(),
    description: z.string(),
    apiKey: z.string(),
    apiKeyPassword: z.string(),
    keyType: KeyType,
    parentProjectId: Id.nullable(),
    tableCount: z.int(),
    widgetCount: z.int(),
  },
  open: { ...ofProject, ownerId: because.id, parentProjectId: because.id },
});
/** Links a test environment to its project; appended besides its own creation and deletion. */
export const testEnvironmentCreated = event('test-environment-created', {
  version: 1,
  needsRoom: true,
  shape: { projectId: Id, testEnvironmentId: Id },
  open: { ...ofProject, testEnvironmentId: because.id },
});
export const testEnvironmentDeleted = event('test-environment-deleted', {
  version: 1,
  shape: { projectId: Id, testEnvironmentId: Id },
  open: { ...ofProject, testEnvironmentId: because.id },
});
export const projectDescribed = event('project-described', {
  version: 1,
  needsRoom: true,
  shape: { projectId: Id, name: z.string(), description: z.string() },
  open: ofProject,
});
/**
 * `tableIds` and `memberIds` let projections drop rows and list entries without a search. `leaves`
 * is the bytes that the project's events keep in the log; they count for its owner.
 */
export const projectDeleted = event('project-deleted', {
  version: 4,
  shape: {
    projectId: Id,
    ownerId: Id,
    tableIds: z.array(Id),
    memberIds: z.array(Id),
    leaves: z.int(),
  },
  open: {
    ...ofProject,
    ownerId: because.id,
    tableIds: because.erasure,
    memberIds: because.erasure,
    leaves: because.erasure,
  },
  shreds: true,
});

/**
 * Puts a project into the bin until a time; `memberIds` are told of it. A project and its test
 * environment are put there in one append, each by its own event.
 */
export const projectBinned = event('project-binned', {
  version: 1,
  shape: { projectId: Id, ownerId: Id, memberIds: z.array(Id), until: Instant },
  open: { ...ofProject, ownerId: because.id },
});
/** Brings a project back from the bin, under a name that is free. */
export const projectRestored = event('project-restored', {
  version: 1,
  shape: { projectId: Id, ownerId: Id, name: z.string() },
  open: { ...ofProject, ownerId: because.id },
});

/** Stream `project-<id>`. Settings and visibility of a project. */
export const projectSettingsChanged = event('project-settings-changed', {
  version: 2,
  needsRoom: ({ settings, isPublic, endsWebhook }) =>
    endsWebhook !== true && (isPublic || settings.allowApiAccess),
  shape: {
    projectId: Id,
    settings: ProjectSettings,
    isPublic: z.boolean(),
    endsWebhook: z.literal(true).optional(),
  },
  open: ofProject,
});
export const apiKeyPasswordChanged = event('api-key-password-changed', {
  version: 1,
  shape: { projectId: Id, apiKeyPassword: z.string() },
  open: ofProject,
});
export const protectionEnabled = event('protection-enabled', {
  version: 1,
  needsRoom: true,
  shape: { projectId: Id, passwordHash: z.string() },
  open: ofProject,
});
export const protectionDisabled = event('protection-disabled', {
  version: 2,
  shape: { projectId: Id, lifted: Lifted },
  open: ofProject,
});
