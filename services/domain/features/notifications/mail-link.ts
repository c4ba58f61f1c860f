import { newLinkToken } from '@hzm/services/core/link-token';
import type { KeyVault } from '@hzm/services/core/ports/key-vault';

/**
 * The token in the link that stops a person's mails; it opens nothing else. Made with the pepper,
 * so that it stays valid if the secret changes.
 */
export const stopToken = ({ pepper }: Pick<KeyVault, 'pepper'>, accountId: string): string =>
  newLinkToken(accountId, { key: pepper, text: 'stop notification mails' }).text;
