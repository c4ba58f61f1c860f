import type { DomainEvent } from '@hzm/contracts/core/event';
import {
  accountDeleted,
  accountRegistered,
  emailProven,
  adminClaimed,
  emailReleased,
  emailReserved,
  passwordChanged,
  passwordResetRequested,
} from '@hzm/contracts/features/accounts/events';
import type { Engine } from '@hzm/services/core/engine';
import { describe, expect, it } from 'vitest';
import { given } from '../../testing/given.ts';
import { abandonedOf } from './abandoned.ts';
import {
  account,
  administrator,
  claimAdministration,
  deleteAccount,
  registerAccount,
  releaseEmail,
  requestReset,
  reservation,
  reserveEmail,
  resetPassword,
} from './account.ts';

const accountId = 'a';
const registered = accountRegistered({
  accountId,
  name: 'Ayşe',
  email: 'ayse@example.com',
  passwordHash: 'h',
  isAdmin: false,
  subscriptionType: 'free',
  maxProjects: 2,
  maxTables: 5,
  maxStorage: 1073741824,
});

describe('an account', () => {
  it('is registered once', () =>
    given(account).when(registerAccount(registered.data)).leadsTo(registered));
  it('is deleted', () =>
    given(account, registered)
      .when(deleteAccount(accountId))
      .leadsTo(accountDeleted({ accountId })));
  it('cannot be deleted when there is none', () =>
    given(account).when(deleteAccount(accountId)).refused('NOT_FOUND'));
});

describe('a link to a new password', () => {
  const link = (tokenHash: string, byMail = true) =>
    passwordResetRequested({ accountId, tokenHash, expiresAt: '2026-01-01T01:00:00.000Z', byMail });
  const [within, after] = [
    new Date('2026-01-01T00:59:59.999Z'),
    new Date('2026-01-01T01:00:00.000Z'),
  ];
  const changed = { accountId, passwordHash: 'h2', keptSessionId: null };
  const reset = (tokenHash: string, now = within) => resetPassword(changed, tokenHash, now);

  it('sets it until it expires', () => {
    expect(
      reset('x')(
        [registered, link('x')].reduce((s, fact) => account.evolve(s, fact), account.initial),
      ),
    ).toEqual([passwordChanged(changed), emailProven({ accountId, email: registered.data.email })]);
    given(account, registered, link('x')).when(reset('x', after)).refused('NOT_FOUND');
    given(account, registered, link('x')).when(reset('y')).refused('NOT_FOUND');
  });
  it('works once, and not after any other change', () => {
    given(account, registered, link('x'), passwordChanged(changed))
      .when(reset('x'))
      .refused('NOT_FOUND');
    given(account, registered, link('x'), accountDeleted({ accountId }))
      .when(reset('x'))
      .refused('NOT_FOUND');
  });
  it('ends the older; a mailed one leaves what an administrator has made', () => {
    given(account, registered, link('x'), link('y')).when(reset('x')).refused('NOT_FOUND');
    given(account, registered, link('x'), link('y', false)).when(reset('x')).refused('NOT_FOUND');
    expect(
      reset('x')(
        [link('x', false), link('y')].reduce(
          (s, fact) => account.evolve(s, fact),
          account.evolve(account.initial, registered),
        ),
      ),
    ).toEqual([passwordChanged(changed)]);
  });
  it('is mailed three times an hour; an administrator makes as many as they like', () => {
    const asked = given(account, registered, link('x'), link('y'), link('z'));
    const now = new Date('2026-01-01T00:30:00.000Z');
    asked.when(requestReset(link('w').data, now)).refused('RATE_LIMIT_EXCEEDED');
    const state = [registered, link('x'), link('y'), link('z')].reduce(
      (s, fact) =>
        account.evolve(s, {
          ...fact,
          meta: { at: '2026-01-01T00:00:00.000Z', actor: 'anonymous', request: 'r' },
        }),
      account.initial,
    );
    expect(requestReset(link('w').data, new Date('2026-01-01T01:00:00.000Z'))(state)).toEqual([
      link('w'),
    ]);
    expect(requestReset(link('w', false).data, now)(state)).toEqual([link('w', false)]);
  });
  it('is made for nobody', () =>
    given(account)
      .when(requestReset(link('x').data, within))
      .refused('NOT_FOUND'));
});

describe('an address', () => {
  // Its holder reserves it anew for each change, so that the same command does so, too.
  const reserved = (
    accountId: string,
    abandoned: number | undefined,
    ...facts: readonly DomainEvent[]
  ): void =>
    expect(given(reservation, ...facts).when(reserveEmail(accountId, abandoned)).decision).toEqual([
      emailReserved({ accountId }),
    ]);
  it('is reserved', () => reserved('a', undefined));
  it('belongs to one account', () =>
    given(reservation, emailReserved({ accountId: 'a' }))
      .when(reserveEmail('b', undefined))
      .refused('EMAIL_TAKEN'));
  it('goes to another when its account was never made', () =>
    reserved('b', 1, emailReserved({ accountId: 'a' })));
  it('does not go to a third who saw the reservation before the second', () =>
    given(reservation, emailReserved({ accountId: 'a' }), emailReserved({ accountId: 'b' }))
      .when(reserveEmail('c', 1))
      .refused('EMAIL_TAKEN'));
  it('does not go to another who saw it before it was released and reserved again', () =>
    given(
      reservation,
      emailReserved({ accountId: 'a' }),
      emailReleased({ accountId: 'a' }),
      emailReserved({ accountId: 'b' }),
    )
      .when(reserveEmail('c', 1))
      .refused('EMAIL_TAKEN'));
  it('is kept for an account in the making for a minute, by the clock of one process', () => {
    const [one, another] = [{}, {}] as Engine[];
    const reserved = { holder: 'a', no: 3 };
    const at = (engine: Engine, elapsed: number) => abandonedOf(engine, 's', reserved, elapsed);
    // The clock of the other process is hours ahead.
    expect([
      at(one!, 1_000),
      at(another!, 9_000_000),
      at(one!, 61_000),
      at(one!, 61_001),
      at(another!, 9_060_000),
      abandonedOf(one!, 's', { ...reserved, no: 4 }, 61_001),
    ]).toEqual([undefined, undefined, undefined, 3, undefined, undefined]);
  });
  it('is free again once released', () =>
    reserved('b', undefined, emailReserved({ accountId: 'a' }), emailReleased({ accountId: 'a' })));
  it('is released by its holder', () =>
    given(reservation, emailReserved({ accountId: 'a' }))
      .when(releaseEmail('a'))
      .leadsTo(emailReleased({ accountId: 'a' })));
  it('is not released by others', () =>
    given(reservation, emailReserved({ accountId: 'a' }))
      .when(releaseEmail('b'))
      .leadsTo());
  it('is reserved anew by its holder, and then not released by an earlier change', () => {
    const earlier = emailReserved({ accountId: 'a' });
    reserved('a', undefined, earlier);
    given(reservation, earlier, earlier).when(releaseEmail('a', 1)).leadsTo();
    given(reservation, earlier, earlier)
      .when(releaseEmail('a', 2))
      .leadsTo(emailReleased({ accountId: 'a' }));
  });
});

describe('administration', () => {
  it('goes to the first', () =>
    given(administrator)
      .when(claimAdministration('a', undefined))
      .leadsTo(adminClaimed({ accountId: 'a' })));
  it('does not go to the second', () =>
    given(administrator, adminClaimed({ accountId: 'a' }))
      .when(claimAdministration('b', undefined))
      .leadsTo());
  it('goes to the second when the first was never made', () =>
    given(administrator, adminClaimed({ accountId: 'a' }))
      .when(claimAdministration('b', 1))
      .leadsTo(adminClaimed({ accountId: 'b' })));
});
