import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { secret } from '../../core/marks.ts';
import { name, storable } from '../../core/name.ts';
import { ProjectRole } from '../members/role.ts';
import { DEFAULT_TIME_ZONE, TimeZone } from './time-zone.ts';

export const MAX_PROJECT_NAME = 50;
export const ProjectName = name({
  min: 3,
  max: MAX_PROJECT_NAME,
  empty: 'project-name-empty',
  short: 'project-name-too-short',
  long: 'project-name-too-long',
});
export const ProjectDescription = storable(z.string().trim().max(1000));
export const ApiKeyPassword = secret(z.string().min(8, 'api-key-password-too-short').max(256));
/** The password required to delete a protected project. */
export const ProtectionPassword = secret(z.string().min(1).max(1024));
/**
 * The authority that removed the protection: its password, the owner's account password, or an
 * administrator.
 */
export const Lifted = z.enum(['password', 'account', 'administrator']);
export type Lifted = z.output<typeof Lifted>;
export const KeyType = z.enum(['project', 'admin_project']);
export type KeyType = z.output<typeof KeyType>;

export const ProjectSettings = z
  .strictObject({
    allowApiAccess: z.boolean(),
    requireAuth: z.boolean(),
    maxRequestsPerMinute: z.int().min(1).max(10_000),
    enableWebhooks: z.boolean(),
    webhookUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2048)]),
    /** The zone of timestamps written without one, and of `today`. */
    timeZone: TimeZone,
  })
  .meta({ id: 'ProjectSettings' });
export type ProjectSettings = z.output<typeof ProjectSettings>;

export const defaultSettings: ProjectSettings = {
  allowApiAccess: true,
  requireAuth: true,
  maxRequestsPerMinute: 100,
  enableWebhooks: false,
  webhookUrl: '',
  timeZone: DEFAULT_TIME_ZONE,
};

/**
 * `apiKey` and `apiKeyPassword` are null for callers that may not see them. `role` is the caller's
 * role, null for a key.
 */
export const Project = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    userId: Id,
    userName: z.string(),
    userEmail: z.string(),
    owner: z.object({ id: Id, name: z.string(), email: z.string() }),
    role: ProjectRole.nullable(),
    apiKey: z.string().nullable(),
    apiKeyPassword: z.string().nullable(),
    keyType: KeyType,
    isProtected: z.boolean(),
    isPublic: z.boolean(),
    isTestEnvironment: z.boolean(),
    parentProjectId: Id.nullable(),
    testEnvironmentId: Id.nullable(),
    settings: ProjectSettings,
    tableCount: z.int(),
    widgetCount: z.int(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Project' });
export type Project = z.output<typeof Project>;
