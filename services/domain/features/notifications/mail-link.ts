import { newLinkToken } from '@hzm/services/core/link-token';
import type { KeyVault } from '@hzm/services/core/ports/key-vault';

/** What the link in a person's mails shows: it switches them off, and opens nothing else. It is the same in each mail, whatever becomes of the secret. */
export const stopToken = ({ pepper }: Pick<KeyVault, 'pepper'>, accountId: string): string => newLinkToken(accountId, { key: pepper, text: 'stop notification mails' }).text;
