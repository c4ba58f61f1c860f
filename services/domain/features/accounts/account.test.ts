import { accountDeleted, accountRegistered, adminClaimed, emailReleased, emailReserved } from '@hzm/contracts/features/accounts/events';
import { describe, it } from 'vitest';
import { given } from '../../testing/given.ts';
import { account, administrator, claimAdministration, deleteAccount, registerAccount, releaseEmail, reservation, reserveEmail } from './account.ts';

const accountId = 'a';
const registered = accountRegistered({ accountId, name: 'Ayşe', email: 'ayse@example.com', passwordHash: 'h', isAdmin: false, subscriptionType: 'free', maxProjects: 2, maxTables: 5 });

describe('an account', () => {
  it('is registered once', () => given(account).when(registerAccount(registered.data)).leadsTo(registered));
  it('is deleted', () => given(account, registered).when(deleteAccount(accountId)).leadsTo(accountDeleted({ accountId })));
  it('cannot be deleted when there is none', () => given(account).when(deleteAccount(accountId)).refused('NOT_FOUND'));
});

describe('an address', () => {
  const soon = new Date('2026-01-01T00:00:30.000Z');
  const later = new Date('2026-01-01T00:05:00.000Z');
  it('is reserved', () => given(reservation).when(reserveEmail('a', soon, false)).leadsTo(emailReserved({ accountId: 'a' })));
  it('belongs to one account', () => given(reservation, emailReserved({ accountId: 'a' })).when(reserveEmail('b', later, true)).refused('EMAIL_TAKEN'));
  it('is kept a while for an account in the making', () => given(reservation, emailReserved({ accountId: 'a' })).when(reserveEmail('b', soon, false)).refused('EMAIL_TAKEN'));
  it('goes to another when its account was never made', () => given(reservation, emailReserved({ accountId: 'a' })).when(reserveEmail('b', later, false)).leadsTo(emailReserved({ accountId: 'b' })));
  it('is free again once released', () => given(reservation, emailReserved({ accountId: 'a' }), emailReleased({ accountId: 'a' })).when(reserveEmail('b', soon, false)).leadsTo(emailReserved({ accountId: 'b' })));
  it('is released by its holder', () => given(reservation, emailReserved({ accountId: 'a' })).when(releaseEmail('a')).leadsTo(emailReleased({ accountId: 'a' })));
  it('is not released by others', () => given(reservation, emailReserved({ accountId: 'a' })).when(releaseEmail('b')).leadsTo());
});

describe('administration', () => {
  const soon = new Date('2026-01-01T00:00:30.000Z');
  const later = new Date('2026-01-01T00:05:00.000Z');
  it('goes to the first', () => given(administrator).when(claimAdministration('a', soon, false)).leadsTo(adminClaimed({ accountId: 'a' })));
  it('does not go to the second', () => given(administrator, adminClaimed({ accountId: 'a' })).when(claimAdministration('b', later, true)).leadsTo());
  it('goes to the second when the first was never made', () => given(administrator, adminClaimed({ accountId: 'a' })).when(claimAdministration('b', later, false)).leadsTo(adminClaimed({ accountId: 'b' })));
});
