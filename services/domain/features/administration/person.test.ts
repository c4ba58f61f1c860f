import { Problem } from '@hzm/contracts/core/problem';
import {
  accountDeleted,
  accountRegistered,
  passwordChanged,
} from '@hzm/contracts/features/accounts/events';
import {
  accountDescribed,
  accountPlanChanged,
} from '@hzm/contracts/features/administration/events';
import { describe, expect, it } from 'vitest';
import { given } from '../../testing/given.ts';
import { changePerson, person } from './person.ts';

const accountId = 'a';
const GIB = 2 ** 30;
const registered = accountRegistered({
  accountId,
  name: 'Ayşe',
  email: 'ayse@example.com',
  passwordHash: 'h',
  isAdmin: false,
  subscriptionType: 'free',
  maxProjects: 2,
  maxTables: 5,
  maxStorage: GIB,
});
const plan = (
  subscriptionType: 'free' | 'basic' | 'premium' | 'enterprise',
  maxProjects: number,
  maxTables: number,
  maxStorage: number,
) => accountPlanChanged({ accountId, subscriptionType, maxProjects, maxTables, maxStorage });

describe('a person', () => {
  it('is named and reached anew, with what is not named as it was', () => {
    given(person, registered)
      .when(changePerson(accountId, { name: 'Ayşe Ak' }))
      .leadsTo(accountDescribed({ accountId, name: 'Ayşe Ak', email: 'ayse@example.com' }));
    given(person, registered)
      .when(changePerson(accountId, { name: 'Ayşe', email: 'ayse@example.com' }))
      .leadsTo();
  });
  it('gets the limits of a new plan, unless some are given', () => {
    given(person, registered)
      .when(changePerson(accountId, { subscriptionType: 'premium' }))
      .leadsTo(plan('premium', 100, 100, 100 * GIB));
    given(person, registered)
      .when(changePerson(accountId, { subscriptionType: 'premium', maxTables: -1 }))
      .leadsTo(plan('premium', 100, -1, 100 * GIB));
    given(person, registered)
      .when(changePerson(accountId, { subscriptionType: 'premium', maxStorage: -1 }))
      .leadsTo(plan('premium', 100, 100, -1));
    given(person, registered, plan('premium', 100, 100, 100 * GIB))
      .when(changePerson(accountId, { subscriptionType: 'basic' }))
      .leadsTo(plan('basic', 2, 5, GIB));
  });
  it('keeps limits of its own with the plan that it has', () => {
    given(person, registered, plan('premium', 7, 8, GIB))
      .when(changePerson(accountId, { subscriptionType: 'premium' }))
      .leadsTo();
    given(person, registered)
      .when(changePerson(accountId, { maxProjects: 9 }))
      .leadsTo(plan('free', 9, 5, GIB));
  });
  it('changes all at once', () => {
    const state = person.evolve(person.initial, { type: registered.type, data: registered.data });
    expect(
      changePerson(accountId, {
        email: 'b@example.com',
        subscriptionType: 'premium',
        passwordHash: 'x',
      })(state),
    ).toEqual([
      accountDescribed({ accountId, name: 'Ayşe', email: 'b@example.com' }),
      plan('premium', 100, 100, 100 * GIB),
      passwordChanged({ accountId, passwordHash: 'x', keptSessionId: null }),
    ]);
  });
  it('that is gone is changed no more', () => {
    given(person, registered, accountDeleted({ accountId }))
      .when(changePerson(accountId, { name: 'x' }))
      .refused('NOT_FOUND');
    expect(changePerson(accountId, {})(person.initial)).toBeInstanceOf(Problem);
  });
});
