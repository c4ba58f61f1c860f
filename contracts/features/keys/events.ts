import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { KeyType } from '../projects/project.ts';
import { KeyPermission } from './key.ts';

const ofKey = { projectId: Id, keyId: Id, name: z.string() };
const open = { projectId: because.key, keyId: because.id };
const terms = {
  permissions: z.array(KeyPermission),
  expiresAt: Instant.nullable(),
  rateLimit: z.int(),
  isActive: z.boolean(),
};

/**
 * Stream `project-<id>`. The main key is created with the project (`project-created`) and has the
 * project's id.
 */
export const apiKeyAdded = event('api-key-added', {
  version: 1,
  needsRoom: true,
  shape: { ...ofKey, ...terms, scope: KeyType, apiKey: z.string() },
  open,
});
/** Switching a key off works in a full project, too. */
export const apiKeyChanged = event('api-key-changed', {
  version: 1,
  needsRoom: ({ isActive }) => isActive,
  shape: { ...ofKey, ...terms },
  open,
});
/** `former` is the text before, valid until its end beside the new one. */
export const apiKeyRegenerated = event('api-key-regenerated', {
  version: 2,
  shape: {
    ...ofKey,
    apiKey: z.string(),
    former: z.object({ apiKey: z.string(), until: Instant }).nullable(),
  },
  open,
});
/** Ends the former text of a key before its time. */
export const formerApiKeyEnded = event('former-api-key-ended', { version: 1, shape: ofKey, open });
/**
 * Switches keys off after a hand-over or a removal, until `ownerId`, who is notified, switches them
 * on.
 */
export const apiKeysSuspended = event('api-keys-suspended', {
  version: 1,
  shape: { projectId: Id, ownerId: Id, keyIds: z.array(Id), names: z.array(z.string()) },
  open: { projectId: because.key, ownerId: because.id, keyIds: because.id },
});
export const apiKeyRemoved = event('api-key-removed', { version: 1, shape: ofKey, open });
