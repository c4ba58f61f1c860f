import * as z from 'zod';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { SubscriptionType } from '../accounts/account.ts';

const ofAccount = { shape: { accountId: Id }, open: { accountId: because.key } } as const;

/**
 * Stream `installation-admin`. One stream decides who administers and who is disabled, so that one
 * active administrator always remains.
 */
export const adminAppointed = event('admin-appointed', { version: 1, ...ofAccount });
export const adminDismissed = event('admin-dismissed', { version: 1, ...ofAccount });
export const accountDisabled = event('account-disabled', { version: 1, ...ofAccount });
export const accountEnabled = event('account-enabled', { version: 1, ...ofAccount });
/** Deletion of the account has begun: no further decision about it is made in this stream. */
export const accountRetired = event('account-retired', { version: 1, ...ofAccount });

/** Stream `account-<id>`. Changes of a person by an administrator. */
export const accountDescribed = event('account-described', {
  version: 1,
  needsRoom: true,
  shape: { accountId: Id, name: z.string(), email: z.string() },
  open: { accountId: because.key },
});
export const accountPlanChanged = event('account-plan-changed', {
  version: 2,
  shape: {
    accountId: Id,
    subscriptionType: SubscriptionType,
    maxProjects: z.int(),
    maxTables: z.int(),
    maxStorage: z.int(),
  },
  open: { accountId: because.key },
});
