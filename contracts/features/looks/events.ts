import { Instant } from '../../core/call.ts';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';

/** Stream `look-<id>`. An administrator impersonates a person; sealed under the person's key. */
export const lookBegun = event('look-begun', {
  version: 1,
  shape: { accountId: Id, lookId: Id, lookerId: Id, lookerSession: Id, expiresAt: Instant },
  open: {
    accountId: because.key,
    lookId: because.id,
    lookerId: because.id,
    lookerSession: because.id,
  },
});
export const lookEnded = event('look-ended', {
  version: 1,
  shape: { accountId: Id, lookId: Id },
  open: { accountId: because.key, lookId: because.id },
});
