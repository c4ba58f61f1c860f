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
