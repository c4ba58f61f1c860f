import { newId } from '@hzm/contracts/core/ids';
import { amountOf, minor } from '@hzm/contracts/features/pricing/money';
import { describe, expect, it } from 'vitest';
import { inDays, offering } from './offering.ts';
import type { Answer } from './serve.ts';

const {
  admin,
  as,
  ask,
  limitsOf,
  mine,
  newCampaign,
  newPlan,
  quotesOf,
  register,
  restart,
  take,
  to,
} = offering();
const anyText: unknown = expect.any(String);
const english = { 'accept-language': 'en' };
const plansOf = async (
  who: Awaited<ReturnType<typeof register>>,
): Promise<readonly { id: string }[]> => (await as(who, 'GET', '/pricing/plans')).body.data.plans;
const statuses = (answers: readonly Answer[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

describe('an installation without plans', () => {
  it('invents none, and works as before', async () => {
    const ada = await register('Ilk');
    expect([
      (await to('GET', '/pricing/plans')).body.data,
      (await to('GET', '/pricing/campaigns')).body.data,
    ]).toEqual([{ plans: [] }, { campaigns: [] }]);
    expect(await mine(ada)).toEqual({ subscription: null, changes: [] });
    expect(await limitsOf(ada)).toEqual(['free', 2, 5]);
    expect((await to('GET', '/admin/stats')).body.data).toMatchObject({
      totalPlans: 0,
      activePlans: 0,
    });
  });
});

describe('a plan', () => {
  it('is added with what is not said as usual, changed, counted and removed', async () => {
    const made = await to('POST', '/pricing/plans', {
      name: '  Temel  ',
      price: 19.99,
      features: ['Bir', ' ', 'İki '],
    });
    expect([made.status, made.body.data.plan]).toMatchObject([
      201,
      {
        name: 'Temel',
        planType: 'general',
        price: 19.99,
        yearlyPrice: null,
        currency: 'TL',
        duration: 'monthly',
        maxProjects: 1,
        maxTables: 5,
        features: ['Bir', 'İki'],
        isActive: true,
        campaignId: null,
        setupFee: 0,
        trialDays: 0,
        availableFrom: null,
        availableUntil: null,
        isOffered: true,
      },
    ]);
    const { id } = made.body.data.plan;
    const changed = await to('PUT', `/pricing/plans/${id}`, {
      price: 29.95,
      yearlyPrice: 299.5,
      isActive: false,
    });
    expect(changed.body.data.plan).toEqual({
      ...made.body.data.plan,
      price: 29.95,
      yearlyPrice: 299.5,
      isActive: false,
      isOffered: false,
    });
    expect((await to('GET', `/pricing/plans/${id}`)).body.data.plan).toEqual(
      changed.body.data.plan,
    );
    expect((await to('GET', '/admin/stats')).body.data).toMatchObject({
      totalPlans: 1,
      activePlans: 0,
    });
    expect((await to('DELETE', `/pricing/plans/${id}`)).status).toBe(200);
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { price: 1 }],
      ['DELETE', undefined],
    ] as const)
      expect((await to(method, `/pricing/plans/${id}`, body)).body.code).toBe('NOT_FOUND');
  });

  it('has one name, whatever its case', async () => {
    const { name, id } = await newPlan({ name: 'İşletme' });
    const taken = await to('POST', '/pricing/plans', { name: 'işletme', price: 1 });
    expect([taken.status, taken.body.code, taken.body.error]).toEqual([
      409,
      'NAME_TAKEN',
      'Bu adda bir plan zaten var',
    ]);
    expect(
      (await to('PUT', `/pricing/plans/${(await newPlan()).id}`, { name }, english)).body.error,
    ).toBe('There is already a plan with this name');
    expect((await to('PUT', `/pricing/plans/${id}`, { name: 'İŞLETME' })).status).toBe(200);
  });

  it.each([
    [{ name: ' ' }, 'name', 'Bir ad gerekli'],
    [{ price: undefined }, 'price', undefined],
    [{ price: -1 }, 'price', undefined],
    [{ price: 19.999 }, 'price', 'Bir tutarın en fazla iki ondalık basamağı olabilir'],
    [{ price: '19.99' }, 'price', undefined],
    [{ price: 1e12 }, 'price', undefined],
    [{ yearlyPrice: -0.01 }, 'yearlyPrice', undefined],
    [{ setupFee: -5 }, 'setupFee', undefined],
    [{ trialDays: -1 }, 'trialDays', undefined],
    [{ trialDays: 1.5 }, 'trialDays', undefined],
    [{ maxProjects: -2 }, 'maxProjects', undefined],
    [{ maxTables: null }, 'maxTables', undefined],
    [{ currency: 'GBP' }, 'currency', undefined],
    [{ duration: 'weekly' }, 'duration', undefined],
    [{ planType: 'gift' }, 'planType', undefined],
    [{ features: Array.from({ length: 51 }, () => 'x') }, 'features', undefined],
    [{ features: ['x'.repeat(201)] }, 'features.0', undefined],
    [
      { availableFrom: '2030-01-01T00:00:00Z', availableUntil: '2030-01-01T00:00:00.000Z' },
      'availableUntil',
      'Bitiş, başlangıçtan sonra olmalıdır',
    ],
    [{ availableFrom: 'yarın' }, 'availableFrom', undefined],
    [{ campaignId: newId() }, 'campaignId', 'Böyle bir kampanya yok'],
    [{ isOffered: true }, '', 'Bilinmeyen: isOffered'],
    [{ id: newId() }, '', 'Bilinmeyen: id'],
  ])('is refused with %j', async (wrong, path, text) => {
    const { status, body } = await to('POST', '/pricing/plans', {
      name: 'Geçersiz',
      price: 1,
      ...wrong,
    });
    expect([status, body.code, body.details]).toEqual([
      400,
      'VALIDATION_ERROR',
      [{ path, message: text ?? anyText }],
    ]);
  });

  it('is changed only as it was seen, and by those who merge without asking', async () => {
    const { id } = await newPlan();
    const etag = (await to('GET', `/pricing/plans/${id}`)).headers.get('etag')!;
    const changed = await to('PUT', `/pricing/plans/${id}`, { price: 10 }, { 'if-match': etag });
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false]);
    for (const [method, body] of [
      ['PUT', { price: 11 }],
      ['DELETE', undefined],
    ] as const) {
      const refused = await to(method, `/pricing/plans/${id}`, body, { 'if-match': etag });
      expect([refused.status, refused.body.code, refused.body.data.current.price]).toEqual([
        412,
        'VERSION_MISMATCH',
        10,
      ]);
    }
    // Another plan's change is none of this one's.
    await newPlan();
    expect(
      statuses(
        await Promise.all(
          [1, 2, 3].map(n =>
            to('PUT', `/pricing/plans/${id}`, { [['price', 'setupFee', 'trialDays'][n - 1]!]: n }),
          ),
        ),
      ),
    ).toEqual([200, 200, 200]);
    expect((await to('GET', `/pricing/plans/${id}`)).body.data.plan).toMatchObject({
      price: 1,
      setupFee: 2,
      trialDays: 3,
    });
  });

  it('that is asked for again is answered as it was, and made once', async () => {
    const again = () =>
      to('POST', '/pricing/plans', { name: 'Bir Kez', price: 5 }, { 'x-request-id': 'ayni-plan' });
    const first = await again();
    await to('PUT', `/pricing/plans/${first.body.data.plan.id}`, { price: 6 });
    const second = await again();
    expect([second.status, second.body.data.plan]).toEqual([201, first.body.data.plan]);
    expect(
      (
        await to(
          'POST',
          '/pricing/plans',
          { name: 'Başka', price: 5 },
          { 'x-request-id': 'ayni-plan' },
        )
      ).status,
    ).toBe(409);
  });

  it('is kept over a restart', async () => {
    const { id } = await newPlan({ price: 0.07 });
    await restart();
    expect((await to('GET', `/pricing/plans/${id}`)).body.data.plan).toMatchObject({
      id,
      price: 0.07,
    });
    expect(
      (await to('PUT', `/pricing/plans/${id}`, { setupFee: 0.01 })).body.data.plan,
    ).toMatchObject({ price: 0.07, setupFee: 0.01 });
  });
});

describe('a campaign', () => {
  it('is added, changed, carried and removed, also from its plans', async () => {
    const campaign = await newCampaign({
      yearlyDiscount: { type: 'percentage', value: 30.5 },
      conditions: { maxUsagePerUser: 1 },
    });
    expect(campaign).toMatchObject({
      discountValue: 15,
      yearlyDiscount: { type: 'percentage', value: 30.5 },
      conditions: { newUsersOnly: false, maxUsagePerUser: 1, minSubscriptionMonths: null },
      isOffered: false,
    });
    const { id } = await newPlan({ campaignId: campaign.id });
    const seen = await to('GET', `/pricing/plans/${id}`);
    expect(
      (await to('GET', `/pricing/campaigns/${campaign.id}`)).body.data.campaign.isOffered,
    ).toBe(true);
    expect(
      (
        await to('PUT', `/pricing/campaigns/${campaign.id}`, {
          discountType: 'fixed',
          discountValue: 10.05,
        })
      ).body.data.campaign,
    ).toMatchObject({ discountType: 'fixed', discountValue: 10.05 });
    expect((await to('DELETE', `/pricing/campaigns/${campaign.id}`)).status).toBe(200);
    expect((await to('GET', `/pricing/plans/${id}`)).body.data.plan.campaignId).toBe(null);
    // That is another version of the plan.
    expect(
      (
        await to(
          'PUT',
          `/pricing/plans/${id}`,
          { price: 1 },
          { 'if-match': seen.headers.get('etag')! },
        )
      ).status,
    ).toBe(412);
    expect((await to('GET', `/pricing/campaigns/${campaign.id}`)).status).toBe(404);
  });

  const wrongs: readonly (readonly [object, string, string?])[] = [
    [{ name: '' }, 'name', 'Bir ad gerekli'],
    [{ description: ' ' }, 'description', 'Bir açıklama gerekli'],
    [{ description: undefined }, 'description'],
    [{ discountValue: undefined }, 'discountValue'],
    [{ discountValue: -1 }, 'discountValue'],
    [{ discountValue: 100.01 }, 'discountValue', 'Bir yüzde en fazla 100 olabilir'],
    [{ monthlyDiscount: { type: 'percentage', value: 101 } }, 'monthlyDiscount.value'],
    [{ discountType: 'gift' }, 'discountType'],
    [{ discountType: 'free_trial' }, 'freeTrialMonths', 'Ücretsiz deneme için ay sayısı gerekir'],
    [{ freeTrialMonths: 0 }, 'freeTrialMonths'],
    [{ freeTrialMonths: 13 }, 'freeTrialMonths'],
    [{ conditions: { maxUsagePerUser: 0 } }, 'conditions.maxUsagePerUser'],
    [{ conditions: { minSubscriptionMonths: 0 } }, 'conditions.minSubscriptionMonths'],
    [{ conditions: { cheap: true } }, 'conditions', 'Bilinmeyen: cheap'],
    [{ startDate: undefined }, 'startDate'],
    [{ endDate: inDays(-2) }, 'endDate', 'Bitiş, başlangıçtan sonra olmalıdır'],
    [{ applicableDuration: 'weekly' }, 'applicableDuration'],
    [{ createdAt: inDays(0) }, '', 'Bilinmeyen: createdAt'],
  ];
  it.each(wrongs.map(([wrong, path, text]) => ({ wrong, path, text })))(
    'is refused with $wrong',
    async ({ wrong, path, text }) => {
      const { status, body } = await to('POST', '/pricing/campaigns', {
        name: 'Geçersiz',
        description: 'x',
        discountType: 'percentage',
        discountValue: 15,
        startDate: inDays(-1),
        endDate: inDays(1),
        ...wrong,
      });
      expect([status, body.code, body.details]).toEqual([
        400,
        'VALIDATION_ERROR',
        [{ path, message: text ?? anyText }],
      ]);
    },
  );

  it('is judged as a whole when a part of it changes', async () => {
    const { id } = await newCampaign({ discountType: 'fixed', discountValue: 500 });
    const refused = await to(
      'PUT',
      `/pricing/campaigns/${id}`,
      { discountType: 'percentage' },
      english,
    );
    expect([refused.status, refused.body.details]).toEqual([
      400,
      [{ path: 'discountValue', message: 'A percentage is at most 100' }],
    ]);
  });
});

describe('what is on offer', () => {
  it('is all that people see; administrators see everything', async () => {
    const ada = await register('Bakan');
    const campaign = await newCampaign();
    const idle = await newCampaign();
    const over = await newCampaign({ startDate: inDays(-2), endDate: inDays(-1) });
    const offered = await newPlan({
      campaignId: campaign.id,
      availableFrom: inDays(-1),
      availableUntil: inDays(1),
    });
    const hidden = await Promise.all(
      [
        { planType: 'custom', campaignId: idle.id },
        { isActive: false },
        { availableFrom: inDays(1) },
        { availableUntil: inDays(-1) },
        { campaignId: over.id, isActive: false },
      ].map(newPlan),
    );
    const seen = (await plansOf(ada)).map(({ id }) => id);
    expect(seen).toContain(offered.id);
    for (const { id } of hidden) {
      expect(seen).not.toContain(id);
      expect([
        (await as(ada, 'GET', `/pricing/plans/${id}`)).status,
        (await as(ada, 'GET', `/pricing/quotes?planId=${id}`)).status,
        (await take(ada, id)).status,
      ]).toEqual([404, 404, 404]);
    }
    expect((await plansOf(admin())).map(({ id }) => id)).toEqual(
      expect.arrayContaining(hidden.map(({ id }) => id)),
    );
    const campaigns = (await as(ada, 'GET', '/pricing/campaigns')).body.data.campaigns.map(
      ({ id }: { id: string }) => id,
    );
    expect([
      campaigns.includes(campaign.id),
      campaigns.includes(idle.id),
      campaigns.includes(over.id),
    ]).toEqual([true, false, false]);
    expect((await as(ada, 'GET', `/pricing/campaigns/${idle.id}`)).status).toBe(404);
  });

  it('is for whoever is signed in, and changed by administrators alone; no key reaches it', async () => {
    const ada = await register('Yetkisiz');
    const { id } = await newPlan();
    const { id: campaignId } = await newCampaign();
    const writes = [
      ['POST', '/pricing/plans', { name: 'x', price: 1 }],
      ['PUT', `/pricing/plans/${id}`, { price: 0 }],
      ['DELETE', `/pricing/plans/${id}`, undefined],
      ['POST', `/pricing/plans/${id}/apply`, {}],
      ['POST', '/pricing/campaigns', {}],
      ['PUT', `/pricing/campaigns/${campaignId}`, {}],
      ['DELETE', `/pricing/campaigns/${campaignId}`, undefined],
      ['GET', '/pricing/subscribers', undefined],
      ['PUT', `/pricing/subscribers/${ada.id}`, { planId: id, cycle: 'monthly' }],
      ['DELETE', `/pricing/subscribers/${ada.id}`, undefined],
    ] as const;
    for (const [method, path, body] of writes)
      expect([
        path,
        (await as(ada, method, path, body)).body.code,
        (await ask(method, path, body)).body.code,
      ]).toEqual([path, 'FORBIDDEN', 'UNAUTHORIZED']);
    const others = [
      ['GET', '/pricing/plans', undefined],
      ['GET', '/pricing/campaigns', undefined],
      ['GET', `/pricing/quotes?planId=${id}`, undefined],
      ['GET', '/pricing/subscription', undefined],
      ['PUT', '/pricing/subscription', { planId: id, cycle: 'monthly', price: 99.9 }],
      ['DELETE', '/pricing/subscription', undefined],
    ] as const;
    for (const [method, path, body] of others)
      expect([
        path,
        (await ask(method, path, body, ada.key)).body.code,
        (await ask(method, path, body)).body.code,
      ]).toEqual([path, 'KEY_SCOPE', 'UNAUTHORIZED']);
    expect(
      (await as(ada, 'GET', `/pricing/quotes?planId=${id}&accountId=${admin().id}`)).body.code,
    ).toBe('FORBIDDEN');
  });
});

it('amounts on the wire are exact', async () => {
  for (const amount of [0.01, 0.07, 0.29, 1.15, 4.35, 19.99, 1_000_000.01, 99_999_999.99]) {
    const { id } = await newPlan({ price: amount });
    const { plan } = (await to('GET', `/pricing/plans/${id}`)).body.data;
    expect([plan.price, (await quotesOf(admin(), id, '&cycle=yearly')).quote.price]).toEqual([
      amount,
      amountOf(minor(amount) * 10),
    ]);
  }
});
