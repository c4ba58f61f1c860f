import type { KeyVault } from '@hzm/services/core/ports/key-vault';
import { newLinkToken } from '@hzm/services/core/security/link-token';

/**
 * Returns the token of the link that stops a person's mails and opens nothing else. Derived from
 * the pepper, so that it survives a change of the secret.
 */
export const stopToken = ({ pepper }: Pick<KeyVault, 'pepper'>, accountId: string): string =>
  newLinkToken(accountId, { key: pepper, text: 'stop notification mails' }).text;
