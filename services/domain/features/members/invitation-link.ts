import type { InvitationDoc } from '@hzm/projections/features/members/members';
import type { KeyVault } from '@hzm/services/core/ports/key-vault';
import { hashOfLinkToken, newLinkToken } from '@hzm/services/core/security/link-token';
import { sameSecret } from '@hzm/services/core/security/same-secret';

/**
 * The two links of an invitation: one that its inviter sees, one that only the invited mailbox is
 * sent, so that using it proves the address.
 */
export type LinkKind = 'shown' | 'mailed';

/**
 * Returns the token of a link. It derives from the vault's pepper and the invitation: it can be
 * given again, though nothing of it is kept.
 */
export const invitationToken = (
  { pepper }: Pick<KeyVault, 'pepper'>,
  invitationId: string,
  kind: LinkKind,
): string => newLinkToken(invitationId, { key: pepper, text: `invitation ${kind}` }).text;

/** Returns which link of the invitation a token is of, if of any. */
export function linkKindOf(
  vault: Pick<KeyVault, 'pepper'>,
  { id, tokenHash }: Pick<InvitationDoc, 'id' | 'tokenHash'>,
  token: string,
): LinkKind | undefined {
  const hash = hashOfLinkToken(token);
  const isOf = (kind: LinkKind): boolean =>
    sameSecret(hash, hashOfLinkToken(invitationToken(vault, id, kind)));
  if (isOf('mailed')) return 'mailed';
  // The links of earlier versions are known by their hash alone.
  return isOf('shown') || sameSecret(tokenHash, hash) ? 'shown' : undefined;
}
