/**
 * A caller as limits and turns count it. `account`: the account that pays, with all its sessions
 * and the keys of all its projects, or a stranger's address. `member`: the one of these that asks:
 * a key, or all sessions together.
 */
export interface Source {
  readonly account: string;
  readonly member: string;
}

/** A source that is not divided any further: work that runs for an account, or an address. */
export const wholeSource = (account: string): Source => ({ account, member: account });
