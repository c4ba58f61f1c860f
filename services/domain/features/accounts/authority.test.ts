import type { DomainEvent } from '@hzm/contracts/core/event';
import { Problem } from '@hzm/contracts/core/problem';
import { adminClaimed } from '@hzm/contracts/features/accounts/events';
import {
  accountDisabled,
  accountEnabled,
  accountRetired,
  adminAppointed,
  adminDismissed,
} from '@hzm/contracts/features/administration/events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { given } from '../../testing/given.ts';
import {
  authority,
  changeAccountAccess,
  hasActiveAdmin,
  retireAccount,
  type Authority,
} from './authority.ts';

const [a, b, c] = ['a', 'b', 'c'];
const claimed = adminClaimed({ accountId: a });
const appointed = adminAppointed({ accountId: b });

describe('who administers', () => {
  it('is appointed once, and dismissed once', () => {
    given(authority, claimed)
      .when(changeAccountAccess(b, { isAdmin: true }))
      .leadsTo(appointed);
    given(authority, claimed, appointed)
      .when(changeAccountAccess(a, { isAdmin: false }))
      .leadsTo(adminDismissed({ accountId: a }));
    given(authority, claimed)
      .when(changeAccountAccess(b, { isAdmin: false }))
      .leadsTo();
  });
  it('is passive and active, as everybody is', () => {
    given(authority, claimed)
      .when(changeAccountAccess(c, { isActive: false }))
      .leadsTo(accountDisabled({ accountId: c }));
    given(authority, claimed, accountDisabled({ accountId: c }))
      .when(changeAccountAccess(c, { isActive: true }))
      .leadsTo(accountEnabled({ accountId: c }));
    given(authority, claimed)
      .when(changeAccountAccess(c, { isActive: true }))
      .leadsTo();
  });
  it('is never nobody', () => {
    given(authority, claimed)
      .when(changeAccountAccess(a, { isAdmin: false }))
      .refused('CONFLICT');
    given(authority, claimed)
      .when(changeAccountAccess(a, { isActive: false }))
      .refused('CONFLICT');
    given(authority, claimed).when(retireAccount(a)).refused('CONFLICT');
    // A passive administrator is none who could do anything.
    given(authority, claimed, appointed, accountDisabled({ accountId: b }))
      .when(changeAccountAccess(a, { isAdmin: false }))
      .refused('CONFLICT');
    given(authority, claimed, accountDisabled({ accountId: b }), appointed)
      .when(retireAccount(a))
      .refused('CONFLICT');
  });
  it('may change in one step', () =>
    given(authority, claimed, accountDisabled({ accountId: b }))
      .when(changeAccountAccess(b, { isAdmin: true, isActive: true }))
      .leadsTo(appointed, accountEnabled({ accountId: b })));
  it('is nobody who is being deleted', () => {
    given(authority, claimed, appointed)
      .when(retireAccount(b))
      .leadsTo(accountRetired({ accountId: b }));
    given(authority, claimed, accountRetired({ accountId: b }))
      .when(changeAccountAccess(b, { isAdmin: true }))
      .refused('NOT_FOUND');
    given(authority, claimed, accountRetired({ accountId: b }))
      .when(changeAccountAccess(b, { isActive: true }))
      .refused('NOT_FOUND');
  });
  it('goes from a first claim whose account was never made to the next', () => {
    given(authority, claimed, adminClaimed({ accountId: b }))
      .when(changeAccountAccess(b, { isAdmin: false }))
      .refused('CONFLICT');
  });

  it('is somebody, whatever is asked in whatever order', () => {
    const asked = fc.array(
      fc.record({
        id: fc.constantFrom('a1', 'b1', 'c1', 'd2'),
        isAdmin: fc.option(fc.boolean(), { nil: undefined }),
        isActive: fc.option(fc.boolean(), { nil: undefined }),
        gone: fc.integer({ min: 0, max: 9 }),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(asked, steps => {
        const fold = (s: Authority, facts: readonly DomainEvent[]): Authority =>
          facts.reduce((state, { type, data }) => authority.evolve(state, { type, data }), s);
        let state = fold(authority.initial, [adminClaimed({ accountId: 'a1' })]);
        for (const { id, gone, ...access } of steps) {
          const decision =
            gone === 0 ? retireAccount(id)(state) : changeAccountAccess(id, access)(state);
          if (!(decision instanceof Problem)) state = fold(state, decision);
          expect(hasActiveAdmin(state)).toBe(true);
        }
      }),
    );
  });
});
