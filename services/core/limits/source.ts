/**
 * A caller as limits and queues count it. `account` pays: with all its sessions and the keys of its
 * projects, or an anonymous IP. `member` is the caller within it: a key, or all sessions together.
 */
export interface Source {
  readonly account: string;
  readonly member: string;
}

/** Returns a source with one member: work for an account, or an IP. */
export const wholeSource = (account: string): Source => ({ account, member: account });

/**
 * Returns the account that limits and queues count a caller by, with the calling key as the member.
 * @param anonymous the account in place of one that the caller does not have: an anonymous IP
 */
export function sourceOf(
  caller: {
    readonly accountId: string | undefined;
    readonly key: { readonly id: string } | undefined;
  },
  anonymous: string,
): Source {
  const account = caller.accountId ?? anonymous;
  return { account, member: caller.key?.id ?? account };
}
