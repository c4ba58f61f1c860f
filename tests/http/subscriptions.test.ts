import { newId } from '@hzm/contracts/core/ids';
import { addMonths } from '@hzm/contracts/features/pricing/price';
import { describe, expect, it } from 'vitest';
import { inDays, offering } from './offering.ts';

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
  table,
  take,
  to,
} = offering();
const DAY_MS = 24 * 60 * 60 * 1000;

describe('a quote', () => {
  it('tells both cycles rule by rule, and what would no longer fit', async () => {
    const ada = await register('Soran');
    const campaign = await newCampaign();
    const { id } = await newPlan({
      campaignId: campaign.id,
      maxProjects: 0,
      maxTables: 0,
      setupFee: 50.05,
    });
    await table(ada.projectId, ada.session, 'Ürünler', {});
    const data = await quotesOf(ada, id, '&cycle=yearly');
    expect(data.quotes.monthly).toMatchObject({
      listPrice: 99.9,
      price: 84.92,
      setupFee: 50.05,
      total: 134.97,
      campaignId: campaign.id,
    });
    expect(data.quotes.monthly.steps.map(({ rule }: { rule: string }) => rule)).toEqual([
      'monthly-price',
      'percentage',
      'setup-fee',
    ]);
    expect(data.quote).toEqual(data.quotes.yearly);
    expect(data.quote).toMatchObject({
      cycle: 'yearly',
      listPrice: 999,
      price: 849.15,
      yearlySaving: 17,
    });
    expect(data.exceeding).toEqual({
      projects: { count: 1, limit: 0 },
      tables: [{ projectId: ada.projectId, name: 'Varsayılan Proje', count: 1, limit: 0 }],
      moreTables: 0,
    });
    expect((await quotesOf(admin(), id, `&accountId=${ada.id}`)).exceeding.projects).toEqual({
      count: 1,
      limit: 0,
    });
    expect((await to('GET', `/pricing/quotes?planId=${id}&accountId=${newId()}`)).status).toBe(404);
    expect((await to('GET', '/pricing/quotes?planId=x')).status).toBe(400);
  });
});

describe('a subscription', () => {
  it('is taken at the price that was shown, and promises its limits at once', async () => {
    const ada = await register('Alan');
    const { id } = await newPlan({ name: 'Premium Plus', maxProjects: 2, maxTables: 1 });
    const before = Date.now();
    const taken = await take(ada, id);
    const { subscription } = taken.body.data;
    expect(taken.body.data).toMatchObject({
      subscription: {
        planId: id,
        planName: 'Premium Plus',
        planType: 'general',
        cycle: 'monthly',
        currency: 'TL',
        price: 99.9,
        subscriptionType: 'premium',
        maxProjects: 2,
        maxTables: 1,
        campaignId: null,
        isEnded: false,
      },
    });
    expect(Date.parse(subscription.since)).toBeGreaterThanOrEqual(before);
    expect(subscription.until).toBe(addMonths(new Date(subscription.since), 1).toISOString());
    expect(await limitsOf(ada)).toEqual(['premium', 2, 1]);
    const { changes, subscription: kept } = await mine(ada);
    expect(kept).toEqual(subscription);
    expect(changes).toMatchObject([
      {
        kind: 'subscribed',
        planName: 'Premium Plus',
        price: 99.9,
        until: subscription.until,
        actor: { id: ada.id, name: 'Alan' },
        maxProjects: 2,
      },
    ]);
    expect(
      (await ask('POST', `/tables/project/${ada.projectId}`, { name: 'Bir' }, ada.session)).status,
    ).toBe(201);
    expect(
      (await ask('POST', `/tables/project/${ada.projectId}`, { name: 'İki' }, ada.session)).body
        .code,
    ).toBe('PLAN_LIMIT');
  });

  it('is refused at another price, with the one of now', async () => {
    const ada = await register('Pazarlik');
    const { id } = await newPlan({ setupFee: 5 });
    for (const more of [
      {},
      { setupFee: 4.99 },
      { setupFee: 5, price: 99.89 },
      { setupFee: 5, currency: 'USD' },
    ]) {
      const refused = await take(ada, id, more);
      expect([
        refused.status,
        refused.body.code,
        refused.body.data.quote.total,
        refused.body.error,
      ]).toEqual([
        409,
        'CONFLICT',
        104.9,
        'Bu planın fiyatı bu arada değişti. Yeni fiyata bakıp tekrar deneyin.',
      ]);
    }
    expect((await take(ada, id, { setupFee: 5, currency: 'TL' })).status).toBe(200);
    expect((await take(ada, id, { cycle: 'yearly', price: 999 })).status).toBe(200);
  });

  it('takes no card data, whatever they are called', async () => {
    const ada = await register('Kartli');
    const { id } = await newPlan();
    for (const name of ['cardNumber', 'cvv', 'expiryDate', 'cardHolder', 'payment', '__proto__x']) {
      const refused = await take(ada, id, { [name]: '4111111111111111' });
      expect([refused.status, refused.body.details]).toEqual([
        400,
        [{ path: '', message: `Bilinmeyen: ${name}` }],
      ]);
      expect(JSON.stringify(refused.body)).not.toContain('4111');
    }
    for (const body of [
      {},
      { planId: id },
      { planId: id, cycle: 'weekly', price: 1 },
      { planId: id, cycle: 'monthly', price: -1 },
      { planId: id, cycle: 'monthly', price: '99.9' },
      [],
      'x',
      null,
    ])
      expect((await as(ada, 'PUT', '/pricing/subscription', body)).status).toBe(400);
    expect((await mine(ada)).subscription).toBe(null);
  });

  it('is prolonged by its cycle, once ahead; another plan takes its place', async () => {
    const ada = await register('Uzatan');
    const { id } = await newPlan({ trialDays: 10, setupFee: 1 });
    const first = (await take(ada, id, { setupFee: 1 })).body.data.subscription;
    expect(first.until).toBe(
      addMonths(new Date(Date.parse(first.since) + 10 * DAY_MS), 1).toISOString(),
    );
    // The free days make more than one cycle, which is no reason to prolong.
    expect((await take(ada, id)).body.error).toBe(
      'Bu planın süresi zaten uzatılmış. Bir sonraki dönem başlayınca yeniden uzatabilirsiniz.',
    );
    await to('PUT', `/pricing/subscribers/${ada.id}`, {
      planId: id,
      cycle: 'monthly',
      until: inDays(10),
    });
    const { until } = (await mine(ada)).subscription;
    expect((await quotesOf(ada, id)).quotes.monthly).toMatchObject({
      setupFee: 0,
      trialDays: 0,
      until: addMonths(new Date(until), 1).toISOString(),
    });
    const longer = await take(ada, id);
    expect(longer.body.data.subscription).toMatchObject({
      since: first.since,
      until: addMonths(new Date(until), 1).toISOString(),
    });
    expect((await take(ada, id)).status).toBe(409);
    const other = await newPlan();
    expect((await take(ada, other.id)).body.data.subscription).toMatchObject({ planId: other.id });
    expect((await mine(ada)).changes.map(({ kind }: { kind: string }) => kind)).toEqual([
      'subscribed',
      'renewed',
      'renewed',
      'subscribed',
    ]);
  });

  it('uses a campaign as often as it may be used, and counts who is new', async () => {
    const ada = await register('Firsat');
    const campaign = await newCampaign({
      discountType: 'fixed',
      discountValue: 100,
      conditions: { newUsersOnly: true },
    });
    const once = await newCampaign({
      discountType: 'fixed',
      discountValue: 9.9,
      conditions: { maxUsagePerUser: 1 },
    });
    const [forNew, other] = [
      await newPlan({ campaignId: campaign.id }),
      await newPlan({ campaignId: once.id }),
    ];
    expect((await take(ada, forNew.id, { price: 0 })).body.data.subscription).toMatchObject({
      price: 0,
      campaignId: campaign.id,
    });
    expect((await quotesOf(ada, forNew.id, '&cycle=yearly')).quote.steps[1].rule).toBe(
      'campaign-new-users-only',
    );
    expect((await take(ada, other.id, { price: 90 })).status).toBe(200);
    expect((await quotesOf(ada, other.id)).quote).toMatchObject({
      price: 99.9,
      steps: [{ rule: 'monthly-price' }, { rule: 'campaign-used-up', limit: 1 }],
    });
    // However many ask at once, it is used once.
    const bora = await register('Firsatci');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => take(bora, other.id, { price: 90 })),
    );
    expect(
      answers.filter(({ body }) => body.data?.subscription?.campaignId === once.id),
    ).toHaveLength(1);
  });

  it('ends when it is asked for, and keeps what is there', async () => {
    const ada = await register('Biten');
    const { id } = await newPlan({ maxProjects: 4 });
    await take(ada, id);
    for (const name of ['Bir Proje', 'İki Proje', 'Üç Proje'])
      expect((await as(ada, 'POST', '/projects', { name })).status).toBe(201);
    expect((await as(ada, 'DELETE', '/pricing/subscription')).status).toBe(200);
    expect(await limitsOf(ada)).toEqual(['free', 2, 5]);
    expect((await as(ada, 'GET', '/projects')).body.data.projects).toHaveLength(4);
    expect((await as(ada, 'POST', '/projects', { name: 'Dört Proje' })).body.code).toBe(
      'PLAN_LIMIT',
    );
    expect(await mine(ada)).toMatchObject({
      subscription: { isEnded: true, planId: id },
      changes: [{ kind: 'ended', reason: 'asked', maxProjects: 2 }, { kind: 'subscribed' }],
    });
    expect((await as(ada, 'DELETE', '/pricing/subscription')).status).toBe(404);
  });

  it('that comes again is answered as the first time, also when the plan is gone', async () => {
    const ada = await register('Tekrar');
    const { id } = await newPlan();
    const first = await take(ada, id, {}, { 'x-request-id': 'bir-kez' });
    await to('DELETE', `/pricing/plans/${id}`);
    await as(ada, 'DELETE', '/pricing/subscription');
    expect((await take(ada, id, {}, { 'x-request-id': 'bir-kez' })).body.data).toEqual(
      first.body.data,
    );
    expect((await mine(ada)).changes).toHaveLength(2);
  });
});

describe('an administrator', () => {
  it('puts people on any plan, sees who is on which, and takes them off', async () => {
    const [ada, bora] = [await register('Atanan'), await register('Diger')];
    const { id } = await newPlan({
      name: 'Kurumsal Özel',
      planType: 'custom',
      maxProjects: -1,
      maxTables: 50,
      isActive: false,
    });
    const until = inDays(400);
    const assigned = await to('PUT', `/pricing/subscribers/${ada.id}`, {
      planId: id,
      cycle: 'yearly',
      until,
    });
    expect(assigned.body.data.subscription).toMatchObject({
      planId: id,
      planType: 'custom',
      cycle: 'yearly',
      price: 999,
      until,
    });
    await to('PUT', `/pricing/subscribers/${bora.id}`, {
      planId: id,
      cycle: 'monthly',
      until: null,
    });
    const ended = await to('PUT', `/pricing/subscribers/${bora.id}`, {
      planId: id,
      cycle: 'monthly',
      until: inDays(-1),
    });
    expect([ended.status, ended.body.details]).toEqual([
      400,
      [{ path: 'until', message: 'Plan geçmişte bitemez' }],
    ]);
    expect(await limitsOf(ada)).toEqual(['enterprise', -1, 50]);
    expect((await mine(ada)).changes[0].actor).toEqual({ id: admin().id, name: 'Yonetici' });
    const listed = (await to('GET', `/pricing/subscribers?planId=${id}&limit=1`)).body.data;
    expect([listed.subscribers, listed.pagination]).toMatchObject([
      [{ accountId: bora.id, name: 'Diger', email: 'diger@example.com', until: null }],
      { total: 2, totalPages: 2 },
    ]);
    expect((await to('DELETE', `/pricing/subscribers/${bora.id}`)).status).toBe(200);
    expect(
      (await to('GET', `/pricing/subscribers?planId=${id}`)).body.data.subscribers.map(
        ({ accountId }: { accountId: string }) => accountId,
      ),
    ).toEqual([ada.id]);
    await to('DELETE', `/admin/users/${ada.id}`);
    expect((await to('GET', `/pricing/subscribers?planId=${id}`)).body.data.subscribers).toEqual(
      [],
    );
    expect(
      (await to('PUT', `/pricing/subscribers/${ada.id}`, { planId: id, cycle: 'monthly' })).status,
    ).toBe(404);
    expect(
      (await to('PUT', `/pricing/subscribers/${bora.id}`, { planId: newId(), cycle: 'monthly' }))
        .status,
    ).toBe(404);
  });

  it('changes limits of a plan: whoever is on it keeps what was promised until it is applied', async () => {
    const people = await Promise.all(['Eski1', 'Eski2', 'Eski3'].map(register));
    const { id } = await newPlan();
    for (const one of people) await take(one, id);
    await to('PUT', `/pricing/plans/${id}`, { maxProjects: 9, maxTables: 9 });
    expect(await limitsOf(people[0]!)).toEqual(['basic', 3, 2]);
    expect((await to('POST', `/pricing/plans/${id}/apply`)).body.data).toEqual({
      people: 3,
      next: null,
    });
    for (const one of people) expect(await limitsOf(one)).toEqual(['basic', 9, 9]);
    expect((await mine(people[0]!)).changes).toMatchObject([
      { kind: 'limits', maxProjects: 9, actor: { id: admin().id } },
      { kind: 'subscribed' },
    ]);
    expect(
      (await to('POST', `/pricing/plans/${id}/apply`, { after: 'x' })).body.details,
    ).toMatchObject([{ path: 'after' }]);
  });

  it('who gives another subscription type ends the plan; limits alone leave it', async () => {
    const ada = await register('Elle');
    const { id } = await newPlan();
    await take(ada, id);
    const names = async (answered: { body: { data: { user: { planName: string } } } }) => [
      answered.body.data.user.planName,
      (await to('GET', `/admin/users/${ada.id}`)).body.data.user.planName,
      (await as(ada, 'GET', '/auth/me')).body.data.user.planName,
    ];
    const limited = await to('PUT', `/admin/users/${ada.id}`, { maxProjects: 7 });
    const { subscription } = await mine(ada);
    expect(subscription.isEnded).toBe(false);
    const { planName } = subscription;
    expect(await names(limited)).toEqual([planName, planName, planName]);
    const replaced = await to('PUT', `/admin/users/${ada.id}`, { subscriptionType: 'premium' });
    expect(await names(replaced)).toEqual([null, null, null]);
    expect(await mine(ada)).toMatchObject({
      subscription: { isEnded: true },
      changes: [
        { kind: 'ended', reason: 'replaced', subscriptionType: 'premium' },
        { kind: 'limits', maxProjects: 7 },
        { kind: 'subscribed' },
      ],
    });
  });

  it('names what a subscription type allows by a plan of its name or label', async () => {
    const ada = await register('Etiket');
    const put = async (subscriptionType: string) =>
      (await to('PUT', `/admin/users/${ada.id}`, { subscriptionType })).body.data.user;
    expect(await put('enterprise')).toMatchObject({ maxProjects: 2, maxTables: 5 });
    await newPlan({ name: 'kurumsal', maxProjects: 500, maxTables: -1 });
    await put('free');
    expect(await put('enterprise')).toMatchObject({ maxProjects: 500, maxTables: -1 });
    await newPlan({ name: 'ÜCRETSİZ', price: 0, maxProjects: 4, maxTables: 6 });
    expect(await put('free')).toMatchObject({ maxProjects: 4, maxTables: 6 });
    expect(await limitsOf(await register('Yeni'))).toEqual(['free', 4, 6]);
    const made = await to('POST', '/admin/users', {
      name: 'Eklenen',
      email: 'eklenen@example.com',
      password: 'gizli-1',
      subscriptionType: 'enterprise',
    });
    expect(made.body.data.user).toMatchObject({ maxProjects: 500, maxTables: -1 });
  });
});

describe('limits', () => {
  it('are passed by none of fifty who create at once', async () => {
    const ada = await register('Kalabalik');
    const { id } = await newPlan({ maxProjects: 7, maxTables: 11 });
    await take(ada, id);
    const projects = await Promise.all(
      Array.from({ length: 50 }, (_, n) => as(ada, 'POST', '/projects', { name: `Proje ${n}` })),
    );
    expect([
      projects.filter(({ status }) => status === 201).length,
      projects.filter(({ body }) => body.code === 'PLAN_LIMIT').length,
    ]).toEqual([6, 44]);
    const tables = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        as(ada, 'POST', `/tables/project/${ada.projectId}`, { name: `Tablo ${n}` }),
      ),
    );
    expect([
      tables.filter(({ status }) => status === 201).length,
      tables.filter(({ body }) => body.code === 'PLAN_LIMIT').length,
    ]).toEqual([11, 39]);
    expect((await as(ada, 'GET', '/projects')).body.data.projects).toHaveLength(7);
  });
});

describe('the time of a plan', () => {
  it('is over: it is shown as ended, and the system ends it', async () => {
    const ada = await register('Suresi');
    const { id } = await newPlan();
    const until = Date.now() + 1500;
    await to('PUT', `/pricing/subscribers/${ada.id}`, {
      planId: id,
      cycle: 'monthly',
      until: new Date(until).toISOString(),
    });
    const { isEnded } = (await mine(ada)).subscription;
    expect(isEnded && Date.now() < until).toBe(false);
    await expect
      .poll(async () => (await mine(ada)).subscription.isEnded, { timeout: 5_000 })
      .toBe(true);
    await expect
      .poll(() => mine(ada), { timeout: 20_000, interval: 500 })
      .toMatchObject({
        changes: [{ kind: 'ended', reason: 'expired', actor: null }, { kind: 'subscribed' }],
      });
    await expect.poll(async () => (await limitsOf(ada))[0]).toBe('free');
    await expect
      .poll(
        async () => (await to('GET', `/pricing/subscribers?planId=${id}`)).body.data.subscribers,
      )
      .toEqual([]);
  }, 30_000);
});
