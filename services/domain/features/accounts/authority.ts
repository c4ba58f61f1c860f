import type { Position } from '@hzm/contracts/core/position';
import { adminClaimed } from '@hzm/contracts/features/accounts/events';
import {
  accountDisabled,
  accountEnabled,
  accountRetired,
  adminAppointed,
  adminDismissed,
} from '@hzm/contracts/features/administration/events';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';

export const AUTHORITY = 'installation-admin';

type Barred = 'passive' | 'retired';

/**
 * The administrators and the accounts that are shut out. `claimed`: the first account to register.
 * `endedAt`: the last end of an administrator's right.
 */
export interface Authority {
  readonly claimed: string | undefined;
  readonly admins: ReadonlySet<string>;
  readonly endedAt?: Position;
  /**
   * Barred accounts by the last letters of the id, then by id, so that a change copies only a few
   * of many thousands.
   */
  readonly barred: ReadonlyMap<string, ReadonlyMap<string, Barred>>;
}

const keyOf = (accountId: string): string => accountId.slice(-2);
export const isBarred = (s: Authority, accountId: string): boolean =>
  barredAs(s, accountId) !== undefined;
const barredAs = ({ barred }: Authority, accountId: string): Barred | undefined =>
  barred.get(keyOf(accountId))?.get(accountId);
const bar = (s: Authority, accountId: string, as: Barred): Authority => ({
  ...s,
  barred: new Map(s.barred).set(
    keyOf(accountId),
    new Map(s.barred.get(keyOf(accountId))).set(accountId, as),
  ),
});
function admit(s: Authority, accountId: string): Authority {
  const others = new Map(s.barred.get(keyOf(accountId)));
  others.delete(accountId);
  return { ...s, barred: new Map(s.barred).set(keyOf(accountId), others) };
}
/** Notes that a right ends here, if the account has one. */
const ending = (s: Authority, accountId: string, endedAt: Position | undefined): Authority =>
  endedAt !== undefined && isActiveAdmin(s, accountId) ? { ...s, endedAt } : s;
const without = (ids: ReadonlySet<string>, accountId: string | undefined): ReadonlySet<string> =>
  new Set([...ids].filter(id => id !== accountId));

export const authority = decider<Authority>(
  { claimed: undefined, admins: new Set(), barred: new Map() },
  when => [
    // It is claimed again only where the account of the first claim was never made.
    when(adminClaimed, (s, { accountId }) => ({
      ...s,
      claimed: accountId,
      admins: new Set([...without(s.admins, s.claimed), accountId]),
    })),
    when(adminAppointed, (s, { accountId }) => ({
      ...s,
      admins: new Set([...s.admins, accountId]),
    })),
    when(adminDismissed, (s, { accountId }, { position }) => ({
      ...ending(s, accountId, position),
      admins: without(s.admins, accountId),
    })),
    when(accountDisabled, (s, { accountId }, { position }) =>
      bar(ending(s, accountId, position), accountId, 'passive'),
    ),
    when(accountEnabled, (s, { accountId }) => admit(s, accountId)),
    when(accountRetired, (s, { accountId }, { position }) =>
      bar(
        { ...ending(s, accountId, position), admins: without(s.admins, accountId) },
        accountId,
        'retired',
      ),
    ),
  ],
);

export const isActiveAdmin = (s: Authority, accountId: string): boolean =>
  s.admins.has(accountId) && !isBarred(s, accountId);
export const activeAdmins = (s: Authority): readonly string[] =>
  [...s.admins].filter(id => !isBarred(s, id));
/** Whether somebody is left who can administer. */
export const hasActiveAdmin = (s: Authority): boolean => activeAdmins(s).length > 0;

export interface AccountAccess {
  readonly isAdmin?: boolean | undefined;
  readonly isActive?: boolean | undefined;
}

const keepsAdmin = (s: Authority, facts: Exclude<Decision, Error>, text: string): Decision =>
  hasActiveAdmin(s) &&
  !hasActiveAdmin(
    facts.reduce((state, fact) => authority.evolve(state, { type: fact.type, data: fact.data }), s),
  )
    ? reject('CONFLICT', { text })
    : facts;

/** Refused for the last active administrator, and for an account that is being deleted. */
export const changeAccountAccess =
  (accountId: string, { isAdmin, isActive }: AccountAccess) =>
  (s: Authority): Decision => {
    const barred = barredAs(s, accountId);
    if (barred === 'retired') return reject('NOT_FOUND');
    return keepsAdmin(
      s,
      [
        ...(isAdmin === true && !s.admins.has(accountId) ? [adminAppointed({ accountId })] : []),
        ...(isAdmin === false && s.admins.has(accountId) ? [adminDismissed({ accountId })] : []),
        ...(isActive === false && barred === undefined ? [accountDisabled({ accountId })] : []),
        ...(isActive === true && barred === 'passive' ? [accountEnabled({ accountId })] : []),
      ],
      'last-admin-stays',
    );
  };

/**
 * Before an account is deleted: from then on it counts for nobody. Refused for the last active
 * administrator.
 */
export const retireAccount =
  (accountId: string) =>
  (s: Authority): Decision =>
    barredAs(s, accountId) === 'retired'
      ? []
      : keepsAdmin(s, [accountRetired({ accountId })], 'last-admin');
