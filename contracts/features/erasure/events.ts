import * as z from 'zod';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { nameOfOurs } from '../../core/marks.ts';

/**
 * Stream `email-<hmac>`, whose name is `address`. The person with this e-mail address is erased:
 * earlier mentions of it are shown to nobody.
 */
export const addressErased = event('address-erased', {
  version: 1,
  shape: { accountId: Id, address: nameOfOurs(z.string()) },
  open: {
    accountId: because.key,
    address: 'keyed: tells nothing without the key of the vault; finds what must not be told',
  },
});
