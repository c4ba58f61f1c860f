import { accountRegistered } from '@hzm/contracts/features/accounts/events';
import { accountDescribed } from '@hzm/contracts/features/administration/events';
import { addressErased } from '@hzm/contracts/features/erasure/events';
import { decider, type Decision } from '@hzm/services/core/commands/decider';

/** All addresses that an account ever had, from its stream while its key exists. */
export const addresses = decider<readonly string[]>([], when => [
  when(accountRegistered, (s, { email }, { erased }) => (erased ? s : [...s, email])),
  when(accountDescribed, (s, { email }, { erased }) =>
    erased || s.includes(email) ? s : [...s, email],
  ),
]);

/** The accounts with an erased address. */
export const erasedOf = decider<readonly string[]>([], when => [
  when(addressErased, (s, { accountId }) => [...s, accountId]),
]);

export const eraseAddress =
  (accountId: string, address: string) =>
  (s: readonly string[]): Decision =>
    s.includes(accountId) ? [] : [addressErased({ accountId, address })];
