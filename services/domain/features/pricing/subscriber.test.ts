import type { DataOf } from '@hzm/contracts/core/event';
import { accountDeleted, accountRegistered } from '@hzm/contracts/features/accounts/events';
import { accountPlanChanged } from '@hzm/contracts/features/administration/events';
import { campaignDefaults, type Campaign } from '@hzm/contracts/features/pricing/campaign';
import { accountSubscribed, accountUnsubscribed } from '@hzm/contracts/features/pricing/events';
import { planDefaults, type Plan } from '@hzm/contracts/features/pricing/plan';
import { describe, expect, it } from 'vitest';
import { given } from '../../testing/given.ts';
import {
  applyLimits,
  expire,
  subscribe,
  subscriber,
  unsubscribe,
  type Limits,
  type Wish,
} from './subscriber.ts';

const accountId = 'a';
const createdAt = '2026-01-01T00:00:00.000Z';
const plan: Plan = {
  ...planDefaults,
  features: [],
  id: 'p',
  name: 'Premium',
  price: 100,
  maxProjects: 9,
  maxTables: 9,
  maxStorage: 1073741824,
  createdAt,
  isOffered: true,
};
const campaign: Campaign = {
  ...campaignDefaults,
  applicablePlans: [],
  id: 'c',
  name: 'Bahar',
  description: 'x',
  discountType: 'percentage',
  discountValue: 10,
  startDate: createdAt,
  endDate: '2027-01-01T00:00:00.000Z',
  conditions: { newUsersOnly: false, maxUsagePerUser: 1, minSubscriptionMonths: null },
  createdAt,
  isOffered: true,
};
const at = new Date('2026-03-15T00:00:00.000Z');
const free: Limits = {
  subscriptionType: 'free',
  maxProjects: 2,
  maxTables: 5,
  maxStorage: 1073741824,
};
const promised: Limits = {
  subscriptionType: 'premium',
  maxProjects: 9,
  maxTables: 9,
  maxStorage: 1073741824,
};
const registered = accountRegistered({
  accountId,
  name: 'Ayşe',
  email: 'a@example.com',
  passwordHash: 'h',
  isAdmin: false,
  ...free,
});
const wish = (more: Partial<Wish> = {}): Wish => ({
  accountId,
  subscriptionId: 's',
  offer: { plan, campaign: undefined },
  cycle: 'monthly',
  at,
  ...more,
});
const subscribed = (more: Partial<DataOf<typeof accountSubscribed>> = {}) =>
  accountSubscribed({
    accountId,
    subscriptionId: 's',
    planId: 'p',
    planName: 'Premium',
    planType: 'general',
    cycle: 'monthly',
    currency: 'TL',
    price: 10_000,
    setupFee: 0,
    ...promised,
    campaignId: null,
    campaignName: null,
    since: '2026-03-15T00:00:00.000Z',
    until: '2026-04-15T00:00:00.000Z',
    isRenewal: false,
    ...more,
  });
const limited = accountPlanChanged({ accountId, ...promised });
const ended = (reason: 'asked' | 'expired') =>
  accountUnsubscribed({ accountId, subscriptionId: 's', planName: 'Premium', reason, ...free });

describe('taking a plan', () => {
  it('changes limits and says what was promised', () => {
    expect(given(subscriber, registered).when(subscribe(wish())).decision).toEqual([
      limited,
      subscribed(),
    ]);
    expect(given(subscriber, registered, limited).when(subscribe(wish())).decision).toEqual([
      subscribed(),
    ]);
    given(subscriber).when(subscribe(wish())).refused('NOT_FOUND');
    given(subscriber, registered, accountDeleted({ accountId }))
      .when(subscribe(wish()))
      .refused('NOT_FOUND');
  });
  it('is at the price that was shown', () => {
    given(subscriber, registered)
      .when(subscribe(wish({ shown: { price: 99.99, setupFee: 0 } })))
      .refused('CONFLICT');
    expect(
      given(subscriber, registered).when(
        subscribe(wish({ shown: { price: 100, setupFee: 0, currency: 'TL' } })),
      ).decision,
    ).toHaveLength(2);
  });
  it('again prolongs it from its end, by one cycle ahead', () => {
    const later = new Date('2026-04-01T00:00:00.000Z');
    const renewed = subscribed({ until: '2026-05-15T00:00:00.000Z', isRenewal: true });
    expect(
      given(subscriber, registered, limited, subscribed()).when(
        subscribe(wish({ at: later, subscriptionId: 't' })),
      ).decision,
    ).toEqual([renewed]);
    given(subscriber, registered, limited, subscribed(), renewed)
      .when(subscribe(wish({ at: later, subscriptionId: 't' })))
      .refused('CONFLICT');
    // An ended subscription starts afresh, and so does another cycle.
    const anew = new Date('2026-04-15T00:00:00.000Z');
    expect(
      given(subscriber, registered, limited, subscribed()).when(
        subscribe(wish({ at: anew, subscriptionId: 't' })),
      ).decision,
    ).toEqual([
      subscribed({
        subscriptionId: 't',
        since: anew.toISOString(),
        until: '2026-05-15T00:00:00.000Z',
      }),
    ]);
    expect(
      given(subscriber, registered, limited, subscribed()).when(
        subscribe(wish({ at: later, subscriptionId: 't', cycle: 'yearly' })),
      ).decision,
    ).toMatchObject([
      { data: { subscriptionId: 't', until: '2027-04-01T00:00:00.000Z', isRenewal: false } },
    ]);
  });
  it('that never ends leads to nothing the second time; an administrator names another end', () => {
    const endless = subscribed({ until: null });
    given(subscriber, registered, limited, endless).when(subscribe(wish())).leadsTo();
    expect(
      given(subscriber, registered, limited, endless).when(
        subscribe(wish({ until: '2026-06-01T00:00:00.000Z' })),
      ).decision,
    ).toMatchObject([{ data: { until: '2026-06-01T00:00:00.000Z', isRenewal: true } }]);
  });
  it('has another end where an administrator names one, which is not in the past', () => {
    expect(
      given(subscriber, registered).when(subscribe(wish({ until: '2026-03-20T00:00:00.000Z' })))
        .decision,
    ).toMatchObject([{}, { data: { until: '2026-03-20T00:00:00.000Z' } }]);
    expect(
      given(subscriber, registered).when(subscribe(wish({ until: null }))).decision,
    ).toMatchObject([{}, { data: { until: null } }]);
    given(subscriber, registered)
      .when(subscribe(wish({ until: '2026-03-15T00:00:00.000Z' })))
      .refused('VALIDATION_ERROR');
  });
  it('uses up a campaign', () => {
    const offer = { plan, campaign };
    expect(given(subscriber, registered).when(subscribe(wish({ offer }))).decision).toMatchObject([
      {},
      { data: { price: 9000, campaignId: 'c', campaignName: 'Bahar' } },
    ]);
    const used = subscribed({ planId: 'q', price: 9000, campaignId: 'c', campaignName: 'Bahar' });
    expect(
      given(subscriber, registered, limited, used).when(subscribe(wish({ offer }))).decision,
    ).toMatchObject([{ data: { price: 10_000, campaignId: null } }]);
  });
});

describe('a plan', () => {
  it('ends when it is asked for', () => {
    expect(
      given(subscriber, registered, limited, subscribed()).when(unsubscribe(accountId, free))
        .decision,
    ).toEqual([accountPlanChanged({ accountId, ...free }), ended('asked')]);
    given(subscriber, registered).when(unsubscribe(accountId, free)).refused('NOT_FOUND');
  });
  it('ends by its time, once', () => {
    const over = new Date('2026-04-15T00:00:00.000Z');
    given(subscriber, registered, limited, subscribed())
      .when(expire(accountId, over, free))
      .leadsTo(accountPlanChanged({ accountId, ...free }), ended('expired'));
    given(subscriber, registered, limited, subscribed())
      .when(expire(accountId, new Date(over.getTime() - 1), free))
      .leadsTo();
    given(subscriber, registered, limited, subscribed({ until: null }))
      .when(expire(accountId, over, free))
      .leadsTo();
    given(subscriber, registered)
      .when(expire(accountId, over, free))
      .leadsTo();
    given(subscriber)
      .when(expire(accountId, over, free))
      .leadsTo();
  });
  it('gives new limits to whoever is on it, and to nobody else', () => {
    const more = { ...promised, maxTables: 99, maxStorage: 1073741824 };
    given(subscriber, registered, limited, subscribed())
      .when(applyLimits(accountId, 'p', more))
      .leadsTo(accountPlanChanged({ accountId, ...more }));
    given(subscriber, registered, limited, subscribed())
      .when(applyLimits(accountId, 'q', more))
      .leadsTo();
    given(subscriber, registered, limited, subscribed(), ended('asked'))
      .when(applyLimits(accountId, 'p', more))
      .leadsTo();
  });
});
